"""The C++ kernel's Python side: compiled theories, searches in the kernel."""
