from .headline import run_comparisons
from .page import report_page, several_page

__all__ = ["report_page", "run_comparisons", "several_page"]
