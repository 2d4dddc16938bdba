UPDATE condition SET text = NULL, file = '/etc/hostname';
