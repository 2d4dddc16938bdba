"""The parts of the page, a file each; `table` lists them in order."""
