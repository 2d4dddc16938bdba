"""The kinds of attack, a file each."""
