"""How the page is written: elements, tables and framed pictures, numbers and words."""
