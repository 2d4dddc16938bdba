UPDATE search SET operator_applications = NULL;
