from ..html.boards import beside_html, board_svg, captioned_html, rule_html
from .objects import load_ipython_extension, register, table_html, to_html

__all__ = [
    "beside_html",
    "board_svg",
    "captioned_html",
    "load_ipython_extension",
    "register",
    "rule_html",
    "table_html",
    "to_html",
]
