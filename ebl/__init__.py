"""How to learn: explain, generalize, admit to a library; training examples and macro files."""
