"""Values, types, proofs and answers as notebooks show them: HTML and SVG."""
