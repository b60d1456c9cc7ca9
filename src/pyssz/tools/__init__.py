"""Looking into values: trees, bytes, differences, layouts, conversions."""
