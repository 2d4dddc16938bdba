"""What a hostile stranger and a bad machine do to arcwise: ``make torture``, one file for each kind of attack.

An attack is made of cases, each of which follows from the seed and its number. A new kind is a file in `attacks` with an `Attack` and a line
in `table.py`.
"""
