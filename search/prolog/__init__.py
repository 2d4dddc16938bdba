"""Search in and for SWI-Prolog."""
