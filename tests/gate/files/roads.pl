road(a,b,4).
road(b,c,3).
road(a,c,9).
road(c,d,1).
road(b,d,7).
