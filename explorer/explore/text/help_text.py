"""The page of help."""

HELP = """\
The list on the right holds the arcs and macros of the theory in the
order in which a search tries them. Those above the line match the board
on the left; those below do not, and say what they ask for in vain, with
the number of their places. Choosing one shows what it would do, with
[ ] around the cells that it changes, or all that it lacks, with ! !
around the cells that are not as they must be. Cells are counted from 1,
row by row. Green cells are as the goal has them, blue ones are not.

Moving
  Up Down        choose an arc or macro
  Enter          apply it; if it does not match: why not, at every place
  1 to 9         apply the match of that number
  u d l r        apply the arc called up, down, left or right
  mouse          a click on a cell applies the arc that changes it; where
                 several do, the line above the keys says which
  b, Backspace   step back; what lies ahead is kept until another move
  f              redo the step
  B, F           back to the start, forth to the end
  z, Ctrl-Z      undo: a move, a jump, a new start, a learned macro
  g              a new random start
  o              the goal

Searching and learning
  s              search from here; the path that is found can be followed
                 and there v steps through the search: what is taken up,
                 made and dropped, and the open list in its order; with
                 macros before and after learning, side by side
  L              learn from the path behind: explain it, generalize it and
                 add the macro to the library, or say why not
  m              mark: learn only from the steps made after here
  e              explain the chosen arc or macro: why its cells are so
  w              save the macros to a file

Else
  /              list only arcs whose names have in them what is typed;
                 Enter goes on to the list, Esc lists all again
  Ctrl-P         find a command by its name
  t              other colours
  Tab            from list to details to board; the arrow keys scroll them
  ?              this page
  q              quit; Ctrl-C quits too

A macro is a path made into one arc. A step is one use of an arc or
macro, a move one use of a primitive arc.
"""
