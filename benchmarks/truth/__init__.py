"""Statements of arcwise, held against what is true: ``make truth``, one file for each kind of statement.

Small random inputs are plain data here (`oracles`), and what is true of them is found by trying everything, in plain
Python that imports nothing of arcwise. Cases are made by the runner of `torture`. A new kind is a file in `kinds` and a
line in `table.py`.
"""
