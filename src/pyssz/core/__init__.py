"""What every type and every value has in common."""
