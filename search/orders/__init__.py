"""In which order the cells of a goal are filled: rules that hold on boards of every size, or the cells themselves."""
