"""The page's style, scripts and frame, which a report carries with it."""
