"""What a person sees: the command line, the comparison and its verdict, explanations as text."""
