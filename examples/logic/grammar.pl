% A grammar: the rules of a sentence that was parsed are compiled into one (Samuelsson and Rayner 1991).
s --> np(N), vp(N).
np(N) --> det(N), nbar(N).
nbar(N) --> n(N).
nbar(N) --> adj, nbar(N).
vp(N) --> iv(N).
vp(N) --> tv(N), np(_).

det(_) --> word(det(_)).
n(N) --> word(n(N)).
adj --> word(adj).
iv(N) --> word(iv(N)).
tv(N) --> word(tv(N)).

word(Kind,[W|Ws],Ws) :- lexicon(W,Kind).

lexicon(the,det(_)).
lexicon(a,det(sg)).
lexicon(dog,n(sg)).
lexicon(dogs,n(pl)).
lexicon(cat,n(sg)).
lexicon(cats,n(pl)).
lexicon(big,adj).
lexicon(small,adj).
lexicon(sleeps,iv(sg)).
lexicon(sleep,iv(pl)).
lexicon(sees,tv(sg)).
lexicon(see,tv(pl)).

% a fact with a variable, det(_), would make the lexicon theory
operational(lexicon/2).
example(s([the,dog,sleeps],[])).
example(s([the,big,dog,sees,a,cat],[])).
problem(s([a,cat,sleeps],[])).
problem(s([the,cats,sleep],[])).
problem(s([the,small,cat,sees,the,dogs],[])).
problem(s([the,dogs,sees,a,cat],[])).
problem(s([the,small,big,dog,sleeps],[])).
problem(s([sleeps,the,dog],[])).
