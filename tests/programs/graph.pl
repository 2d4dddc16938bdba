edge(a,b,3). edge(b,c,4). edge(a,c,10). edge(c,d,1).
start(a). goal(d).
