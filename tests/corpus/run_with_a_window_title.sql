UPDATE search SET note = char(27) || ']0;a title' || char(7);
UPDATE condition SET name = char(27) || ']0;a title' || char(7) WHERE id = 2;
