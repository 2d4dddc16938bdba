"""The page of the playground: its HTML, style and scripts."""
