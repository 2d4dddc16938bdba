"""The parts of a screen: boards, lists, panels."""
