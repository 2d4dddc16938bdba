"""Drawings of the page's data, as SVG."""
