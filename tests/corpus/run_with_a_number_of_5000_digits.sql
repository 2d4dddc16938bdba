UPDATE setting SET value = replace(hex(zeroblob(2500)), '0', '9') WHERE key = (SELECT min(key) FROM setting);
UPDATE problem SET goal = '[' || replace(hex(zeroblob(2500)), '0', '9') || ']' WHERE id = 1;
