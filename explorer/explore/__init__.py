"""``arcwise explore``: a problem walked through by hand.

`session` walks without a screen, `text` says what is shown, `widgets` and `screens` show it, and `app` is around them.
"""
