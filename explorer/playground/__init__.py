"""The playground of the documentation site: requests and answers as plain data, with Python alone, in a browser too."""

from ...rules.later import attach

attach(__name__)
