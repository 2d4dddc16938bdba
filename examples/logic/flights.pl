% Questions about flights: a grammar and a corpus that it made at random. Each sentence that was parsed becomes a rule of its shape,
% with which a new sentence of that shape is parsed in one step (after Samuelsson and Rayner 1991). Most of the grammar, as of any
% that is made for all of a language, is seldom needed: it is what a rule saves.
s --> np(nom), vp(finite).
s --> np(nom), adverb, vp(finite).
s --> np(nom), modal, vp(base).
s --> np(nom), modal, not, vp(base).
s --> pp, np(nom), vp(finite).
s --> wh, nbar, modal, np(nom), vp(base).
s --> wh, nbar, aux, np(nom), vp(base).
s --> wh, nbar, vp(finite).
s --> aux, np(nom), vp(base).
s --> modal, np(nom), vp(base).
s --> adverb, v(imperative), np(acc).
s --> v(imperative), np(acc), pp.
s --> v(imperative), pronoun(acc), np(acc).
s --> v(imperative), np(acc).

np(Case) --> pronoun(Case).
np(_) --> np0, conj, np0.
np(_) --> np0, rel, vp(finite).
np(_) --> np0, participle, mods.
np(_) --> np0.
np0 --> det, ordinal, nbar.
np0 --> det, nbar.
np0 --> number, nbar.
np0 --> nbar.
np0 --> name.
nbar --> adj, n, n, mods.
nbar --> adj, n, mods.
nbar --> n, n, mods.
nbar --> n, mods.
mods --> pp, mods.
mods --> adverb, mods.
mods --> [].
pp --> p, p, name.
pp --> p, det, n.
pp --> p, name.
vp(Form) --> dv(Form), np(acc), pp.
vp(Form) --> dv(Form), np(acc), np(acc).
vp(Form) --> tv(Form), np(acc), pp.
vp(Form) --> tv(Form), np(acc).
vp(Form) --> v(Form), adverb, mods.
vp(Form) --> v(Form), mods.

v(Form) --> word(v(Form)).
tv(Form) --> word(tv(Form)).
dv(Form) --> word(dv(Form)).
pronoun(Case) --> word(pronoun(Case)).
wh --> word(wh).
aux --> word(aux).
modal --> word(modal).
not --> word(not).
rel --> word(rel).
conj --> word(conj).
participle --> word(participle).
det --> word(det).
ordinal --> word(ordinal).
number --> word(number).
adverb --> word(adverb).
adj --> word(adj).
n --> word(n).
name --> word(name).
p --> word(p).
word(Kind,[W|Ws],Ws) :- lexicon(W,Kind).

lexicon(show,v(imperative)).
lexicon(list,v(imperative)).
lexicon(give,v(imperative)).
lexicon(me,pronoun(acc)).
lexicon(us,pronoun(acc)).
lexicon(which,wh).
lexicon(what,wh).
lexicon(do,aux).
lexicon(does,aux).
lexicon(the,det).
lexicon(all,det).
lexicon(a,det).
lexicon(cheapest,adj).
lexicon(nonstop,adj).
lexicon(first,adj).
lexicon(early,adj).
lexicon(flight,n).
lexicon(flights,n).
lexicon(fare,n).
lexicon(fares,n).
lexicon(airline,n).
lexicon(boston,name).
lexicon(denver,name).
lexicon(dallas,name).
lexicon(atlanta,name).
lexicon(monday,name).
lexicon(friday,name).
lexicon(from,p).
lexicon(to,p).
lexicon(on,p).
lexicon(in,p).
lexicon(leaves,v(finite)).
lexicon(leave,v(finite)).
lexicon(arrives,v(finite)).
lexicon(arrive,v(finite)).
lexicon(serves,tv(finite)).
lexicon(serve,tv(finite)).
lexicon(has,tv(finite)).
lexicon(leave,v(base)).
lexicon(arrive,v(base)).
lexicon(stop,v(base)).
lexicon(serve,tv(base)).
lexicon(have,tv(base)).
lexicon(i,pronoun(nom)).
lexicon(can,modal).
lexicon(not,not).
lexicon(that,rel).
lexicon(and,conj).
lexicon(leaving,participle).
lexicon(second,ordinal).
lexicon(two,number).
lexicon(now,adverb).
lexicon(offer,dv(base)).
lexicon(offers,dv(finite)).

operational(lexicon/2).
example(s([show,us,all,fares,from,atlanta,from,friday],[])).
example(s([what,fare,in,monday,to,dallas,arrive,from,atlanta,in,atlanta],[])).
example(s([what,fare,serves,fares,in,boston],[])).
example(s([give,us,flights,to,atlanta,on,atlanta,from,atlanta],[])).
example(s([which,airline,serve,monday],[])).
example(s([give,all,flight,on,atlanta],[])).
example(s([show,flights,on,boston,from,boston],[])).
example(s([does,all,flight,on,boston,on,monday,have,fare,on,atlanta],[])).
example(s([show,us,a,flights,from,denver,to,boston,to,atlanta],[])).
example(s([give,us,a,cheapest,airline,in,denver,from,atlanta],[])).
example(s([show,me,nonstop,fares],[])).
example(s([what,flight,on,boston,arrives,to,dallas,on,friday],[])).
example(s([list,us,friday],[])).
example(s([give,a,flights],[])).
example(s([do,all,fare,on,denver,have,a,first,flight,to,denver],[])).
example(s([give,us,a,flight,on,monday,from,atlanta,from,boston],[])).
example(s([which,flight,leaves],[])).
example(s([what,fares,leaves,on,monday],[])).
example(s([list,us,a,flight],[])).
example(s([does,fares,on,monday,serve,a,early,fare,on,denver],[])).
example(s([show,us,all,airline,in,dallas],[])).
example(s([show,us,fare],[])).
example(s([give,me,the,early,flight,from,boston],[])).
example(s([list,me,cheapest,flight,to,denver,on,atlanta],[])).
example(s([give,us,friday],[])).
example(s([do,the,early,fares,in,denver,have,boston],[])).
example(s([give,the,fare],[])).
example(s([which,early,airline,has,all,fare],[])).
example(s([list,us,atlanta],[])).
example(s([which,fares,to,monday,serves,the,cheapest,flight,on,friday],[])).
example(s([which,fare,on,monday,leaves,on,monday],[])).
example(s([give,us,all,airline],[])).
example(s([give,me,atlanta],[])).
example(s([what,first,flights,to,dallas,arrive,on,monday],[])).
example(s([give,cheapest,fares,on,friday,to,friday,in,dallas],[])).
example(s([which,cheapest,fare,in,friday,to,atlanta,serve,a,airline],[])).
example(s([show,a,flights,from,atlanta],[])).
example(s([what,flights,on,dallas,arrives,from,denver],[])).
example(s([give,us,a,airline,on,monday],[])).
example(s([show,us,friday],[])).
example(s([give,me,monday],[])).
example(s([which,flights,to,monday,in,monday,leave,on,atlanta,to,friday],[])).
example(s([which,fares,to,boston,leaves,from,atlanta,in,dallas],[])).
example(s([what,flights,arrive,to,denver],[])).
example(s([what,fares,serve,the,cheapest,flight],[])).
example(s([list,us,monday],[])).
example(s([show,us,a,flight],[])).
example(s([give,me,flight,from,boston],[])).
example(s([do,the,flights,to,friday,on,friday,arrive,from,monday],[])).
example(s([list,me,the,flights,in,boston,on,boston],[])).
example(s([list,me,all,fare,in,boston],[])).
example(s([what,flights,on,monday,has,the,fares,from,dallas],[])).
example(s([which,airline,to,monday,arrives,on,atlanta,on,dallas],[])).
example(s([give,me,fare,in,dallas,on,friday],[])).
example(s([do,boston,stop,on,denver],[])).
example(s([what,fare,on,monday,leaves],[])).
example(s([which,nonstop,fares,from,monday,from,denver,from,boston,serves,fares],[])).
example(s([list,us,the,flights,to,atlanta],[])).
example(s([what,flight,in,boston,in,boston,arrive],[])).
example(s([do,first,airline,on,monday,stop,on,atlanta],[])).
example(s([give,us,flights,in,friday],[])).
example(s([which,fares,from,boston,serves,all,fare,on,atlanta],[])).
example(s([show,the,flight,on,denver,on,atlanta,on,friday],[])).
example(s([list,all,fares,in,boston,to,denver,from,boston],[])).
example(s([list,me,a,flight],[])).
example(s([which,airline,from,friday,arrive,on,friday,in,friday],[])).
example(s([which,flight,in,dallas,in,atlanta,arrive],[])).
example(s([give,me,all,airline,to,monday],[])).
example(s([list,me,a,fare],[])).
example(s([what,cheapest,flights,to,atlanta,arrives],[])).
example(s([give,first,fare,in,denver],[])).
example(s([give,all,flights,in,monday,on,monday],[])).
example(s([which,fares,to,friday,leaves,from,monday],[])).
example(s([show,me,fare,from,dallas],[])).
example(s([which,flights,on,dallas,has,the,flights],[])).
example(s([do,flight,have,all,fare],[])).
example(s([list,us,friday],[])).
example(s([which,fare,serves,a,flights,in,boston],[])).
example(s([what,airline,to,friday,to,boston,from,denver,arrive,on,monday],[])).
example(s([show,us,flight,from,monday],[])).
example(s([give,me,a,flights,on,dallas],[])).
example(s([show,the,flight,to,monday,on,monday],[])).
example(s([give,us,friday],[])).
example(s([give,me,all,cheapest,flight,on,dallas,from,monday],[])).
example(s([list,all,flights,from,dallas],[])).
example(s([give,all,nonstop,flights],[])).
example(s([show,early,fares,on,denver,from,dallas],[])).
example(s([list,me,flight,in,denver],[])).
example(s([what,flight,to,denver,from,monday,leave,to,friday,from,denver],[])).
example(s([list,me,flight,in,boston],[])).
example(s([do,fare,to,monday,stop,in,monday,to,friday],[])).
example(s([list,me,all,flights,to,friday],[])).
example(s([what,flights,in,dallas,leaves],[])).
example(s([list,me,a,flights,to,monday],[])).
example(s([list,us,flight],[])).
example(s([which,fares,to,friday,leaves,to,dallas,in,dallas,to,denver],[])).
example(s([show,us,all,fare],[])).
example(s([give,all,flight],[])).
example(s([which,cheapest,flight,to,friday,in,boston,has,all,airline],[])).
example(s([what,flight,in,friday,to,dallas,leave,to,atlanta,in,atlanta],[])).
example(s([show,me,the,flight,on,denver],[])).
example(s([give,me,atlanta],[])).
example(s([show,me,atlanta],[])).
example(s([show,a,cheapest,fare,to,denver,on,atlanta],[])).
example(s([give,me,monday],[])).
example(s([list,us,all,flight,in,boston],[])).
example(s([give,first,flight,on,atlanta,from,monday],[])).
example(s([show,fare,from,friday],[])).
example(s([show,us,boston],[])).
example(s([what,airline,arrives,to,monday],[])).
example(s([list,us,dallas],[])).
example(s([what,flight,on,atlanta,from,boston,serve,the,fare],[])).
example(s([give,us,a,flights,on,dallas,to,boston],[])).
example(s([list,fare,from,friday],[])).
example(s([give,flights,from,monday,from,friday,to,boston],[])).
example(s([list,us,monday],[])).
example(s([show,airline,from,atlanta],[])).
example(s([show,us,monday],[])).
example(s([show,us,a,early,airline,in,monday,on,friday],[])).
example(s([what,fares,on,boston,serves,fare],[])).
problem(s([do,flight,stop,to,atlanta],[])).
problem(s([what,nonstop,airline,on,dallas,has,monday],[])).
problem(s([give,flights,from,dallas],[])).
problem(s([which,cheapest,flight,to,friday,serves,fare],[])).
problem(s([show,us,boston],[])).
problem(s([list,me,the,flight],[])).
problem(s([which,flights,to,monday,in,monday,leave],[])).
problem(s([list,me,all,fares,from,dallas],[])).
problem(s([which,flights,serves,the,fares,on,dallas],[])).
problem(s([list,me,cheapest,fare],[])).
problem(s([show,us,flight,in,boston,to,monday,on,dallas],[])).
problem(s([what,flight,leave],[])).
problem(s([which,flight,leave],[])).
problem(s([what,fares,serves,airline],[])).
problem(s([show,us,a,cheapest,airline,on,dallas],[])).
problem(s([give,us,all,flight,in,atlanta,from,boston],[])).
problem(s([list,us,boston],[])).
problem(s([list,me,all,fares],[])).
problem(s([show,us,the,fare,from,boston],[])).
problem(s([what,early,fare,on,dallas,arrive,in,atlanta,on,atlanta],[])).
problem(s([list,us,flight,from,boston],[])).
problem(s([give,me,boston],[])).
problem(s([which,fare,on,atlanta,arrives],[])).
problem(s([list,a,airline,in,friday],[])).
problem(s([list,me,a,airline,in,monday],[])).
problem(s([list,us,a,early,fare,from,friday,to,atlanta,in,friday],[])).
problem(s([what,airline,to,boston,arrive,from,monday],[])).
problem(s([give,us,the,fare],[])).
problem(s([what,flights,arrive,on,monday,from,dallas],[])).
problem(s([list,us,a,flights,on,boston],[])).
problem(s([list,us,all,fares,to,atlanta],[])).
problem(s([do,flight,have,denver],[])).
problem(s([show,us,the,fare,in,friday],[])).
problem(s([list,us,the,fare],[])).
problem(s([show,me,a,fares,on,friday,on,friday],[])).
problem(s([give,us,flight,to,dallas],[])).
problem(s([list,us,fare],[])).
problem(s([show,flights,on,denver],[])).
problem(s([show,me,all,airline],[])).
problem(s([show,us,all,airline,in,denver],[])).
problem(s([does,fare,from,monday,have,friday],[])).
problem(s([list,all,flight,from,friday],[])).
problem(s([show,all,flight,to,denver],[])).
problem(s([list,me,a,fares],[])).
problem(s([give,a,flight],[])).
problem(s([give,me,all,airline],[])).
problem(s([show,me,fare,to,monday],[])).
problem(s([show,me,the,fares],[])).
problem(s([list,us,monday],[])).
problem(s([list,us,fare],[])).
problem(s([which,airline,in,monday,to,friday,arrives,from,friday,to,denver],[])).
problem(s([show,nonstop,airline,from,friday,in,friday,to,denver],[])).
problem(s([what,cheapest,fares,from,atlanta,from,friday,serve,boston],[])).
problem(s([list,us,airline,in,denver,in,atlanta],[])).
problem(s([does,all,airline,in,monday,leave],[])).
problem(s([what,airline,to,friday,serves,cheapest,flight,on,boston,on,friday],[])).
problem(s([what,fares,to,denver,in,friday,arrive,in,atlanta,to,denver],[])).
problem(s([show,a,first,airline,in,denver],[])).
problem(s([which,flights,serve,boston],[])).
problem(s([does,all,flights,serve,flight],[])).
