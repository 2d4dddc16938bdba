"""Macro tables of boards whose moves rearrange cells: filled by the kernel, and solved by with a look ahead."""
