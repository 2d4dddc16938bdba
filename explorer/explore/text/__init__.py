"""Text of the screens: boards, sentences, help."""
