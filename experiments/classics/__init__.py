"""The classics: well-known results on learning in search, each published beside measured."""
