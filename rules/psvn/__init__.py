"""PSVN (Holte, Arneson and Burch 2014): theories in the notation of other laboratories."""
