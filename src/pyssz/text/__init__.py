"""Values as JSON and YAML."""
