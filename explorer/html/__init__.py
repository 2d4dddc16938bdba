"""Views as HTML: elements of a page, the parts of a view, pictures, boards and trees."""
