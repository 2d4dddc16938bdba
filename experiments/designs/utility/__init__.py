"""The design of ``arcwise utility``: where macros come from, what each of them saves against what it costs."""
