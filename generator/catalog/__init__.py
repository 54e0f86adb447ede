"""The catalog: reads `cards/` and `rules/`, checks them, and answers questions about them."""
