"""Learning over planning actions: macro actions, policies, and how they are written."""
