"""``arcwise explore``: a problem walked through by hand.

Without a screen: `placed_arc` (an arc at its place, and what it asks for in vain), `rulebook` (what matches a state), `walk`
(where one is and how one came there), `pupil` (what is learned from a walk), `finding` and `job` (searching from here),
`session` (all of that together). What is shown: `board_boxes` and `words` (as text), the panels and lists, `walk_screen`,
`search_screen`, `text_screen` and `ask_screens`, and `app` around them.
"""
