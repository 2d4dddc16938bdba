"""What is proved of a policy: of each rule for problems of every size, of all of it by trying every state of small ones."""
