UPDATE search SET moves = NULL, operator_applications = NULL, elapsed = NULL;
