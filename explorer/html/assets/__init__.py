"""The style and script of drawings, for every page that has any."""
