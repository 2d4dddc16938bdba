% Goals that name a module, and goals with something to do behind them.
joined(X, Y) :- lists:append(X, [Y], [a,b,c]).
own(X) :- user:local(X).
local(1).
local(2).
mapped(L) :- maplist(lists:nth1(1), [[a,b],[c]], L).
none(X) :- user:unheard_of(X).

tidy(X) :- setup_call_cleanup(write(open), member(X, [1,2]), write(close)).
tidy_after_failure :- call_cleanup(fail, write(close)).
first_two(X) :- limit(2, local_or_more(X)).
second(X) :- call_nth(local_or_more(X), 2).
which(X, N) :- call_nth(local_or_more(X), N).
local_or_more(X) :- local(X).
local_or_more(3).
