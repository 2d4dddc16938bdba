UPDATE problem SET start = x'ff00fe' WHERE id = 1;
