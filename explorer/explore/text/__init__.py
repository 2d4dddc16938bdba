"""What the screens show, as text: boards, sentences, help."""
