"""Values as numpy arrays, Arrow tables and data frames."""
