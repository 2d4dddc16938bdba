"""Proofs about policies: of each rule for problems of every size, of the whole by trying every state of small ones."""
