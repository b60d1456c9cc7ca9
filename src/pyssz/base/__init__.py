"""What knows no types: errors, text in messages, arguments, locks."""
