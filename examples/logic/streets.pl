% One-way streets. From the old town, a lattice of lanes, no street leads out again.
way(X,X,[X]).
way(X,Y,[X|Ways]) :- street(X,Z), way(Z,Y,Ways).

street(bridge,gate). street(bridge,square). street(gate,market). street(gate,well).
street(market,church). street(market,inn). street(well,inn). street(well,mill).
street(church,tower). street(church,wall). street(inn,wall). street(inn,cellar). street(mill,cellar). street(mill,pond).
street(tower,court). street(wall,court). street(wall,stairs). street(cellar,stairs). street(cellar,vault). street(pond,vault).
street(square,fountain). street(fountain,gate). street(fountain,station). street(station,harbour).
street(park,bridge). street(museum,park). street(theatre,square). street(harbour,ferry).

example(way(bridge,harbour,_)).
problem(way(park,harbour,_)).
problem(way(museum,harbour,_)).
problem(way(theatre,harbour,_)).
problem(way(fountain,harbour,_)).
problem(way(market,harbour,_)).
problem(way(park,ferry,_)).
problem(way(station,ferry,_)).
problem(way(square,harbour,_)).
