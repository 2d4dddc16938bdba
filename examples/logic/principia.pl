% Principia Mathematica (Whitehead and Russell 1910), *1 and *2: 66 theorems of propositional logic in the order of the book.
% p > q is by definition not p or q. The numbers of a few are by sense; all are theorems.
%   arcwise compare principia.pl --in-order known/1
:- op(500, yfx, or).
:- op(400, fy, not).

% The rules of the Logic Theorist (Newell, Shaw and Simon 1957): substitution, detachment, chaining forward and backward. As there,
% nothing is detached from a theorem whose consequent is a variable alone. The shortest proof comes first.
proved(F) :- depth(D), theorem(F,D).
depth(none).
depth(s(D)) :- depth(D).
theorem(F,_) :- known(F).
theorem(F,s(D)) :- known(not A or C), nonvar(C), C = F, theorem(A,D).
theorem(not A or C,s(D)) :- known(not A or B), theorem(not B or C,D).
theorem(not A or C,s(D)) :- known(not B or C), theorem(not A or B,D).

known(not (P or P) or P).                                                   % 1.2  (p|p)>p
known(not Q or (_ or Q)).                                                   % 1.3  q>(p|q)
known(not (P or Q) or (Q or P)).                                            % 1.4  (p|q)>(q|p)
known(not (P or (Q or R)) or (Q or (P or R))).                              % 1.5  (p|(q|r))>(q|(p|r))
known(not (not Q or R) or (not (P or Q) or (P or R))).                      % 1.6  (q>r)>((p|q)>(p|r))

problem(proved(not (not p or not p) or not p)).                             % 2.01  (p>-p)>-p
problem(proved(not q or (not p or q))).                                     % 2.02  q>(p>q)
problem(proved(not (not p or not q) or (not q or not p))).                  % 2.03  (p>-q)>(q>-p)
problem(proved(not (not p or (not q or r)) or (not q or (not p or r)))).    % 2.04  (p>(q>r))>(q>(p>r))
problem(proved(not (not q or r) or (not (not p or q) or (not p or r)))).    % 2.05  (q>r)>((p>q)>(p>r))
problem(proved(not (not p or q) or (not (not q or r) or (not p or r)))).    % 2.06  (p>q)>((q>r)>(p>r))
problem(proved(not p or (p or p))).                                         % 2.07  p>(p|p)
problem(proved(not p or p)).                                                % 2.08  p>p
problem(proved(not p or p)).                                                % 2.1  -p|p
problem(proved(p or not p)).                                                % 2.11  p|-p
problem(proved(not p or not not p)).                                        % 2.12  p>--p
problem(proved(p or not not not p)).                                        % 2.13  p|---p
problem(proved(not not not p or p)).                                        % 2.14  --p>p
problem(proved(not (not not p or q) or (not not q or p))).                  % 2.15  (-p>q)>(-q>p)
problem(proved(not (not p or q) or (not not q or not p))).                  % 2.16  (p>q)>(-q>-p)
problem(proved(not (not not q or not p) or (not p or q))).                  % 2.17  (-q>-p)>(p>q)
problem(proved(not (not not p or p) or p)).                                 % 2.18  (-p>p)>p
problem(proved(not p or (p or q))).                                         % 2.2  p>(p|q)
problem(proved(not not p or (not p or q))).                                 % 2.21  -p>(p>q)
problem(proved(not p or (not not p or q))).                                 % 2.24  p>(-p>q)
problem(proved(p or (not (p or q) or q))).                                  % 2.25  p|((p|q)>q)
problem(proved(not p or (not (not p or q) or q))).                          % 2.26  -p|((p>q)>q)
problem(proved(not p or (not (not p or q) or q))).                          % 2.27  p>((p>q)>q)
problem(proved(not (p or (q or r)) or (p or (r or q)))).                    % 2.3  (p|(q|r))>(p|(r|q))
problem(proved(not (p or (q or r)) or ((p or q) or r))).                    % 2.31  (p|(q|r))>((p|q)|r)
problem(proved(not ((p or q) or r) or (p or (q or r)))).                    % 2.32  ((p|q)|r)>(p|(q|r))
problem(proved(not (not q or r) or (not (p or q) or (r or p)))).            % 2.36  (q>r)>((p|q)>(r|p))
problem(proved(not (not q or r) or (not (q or p) or (p or r)))).            % 2.37  (q>r)>((q|p)>(p|r))
problem(proved(not (not q or r) or (not (q or p) or (r or p)))).            % 2.38  (q>r)>((q|p)>(r|p))
problem(proved(not (p or (p or q)) or (p or q))).                           % 2.4  (p|(p|q))>(p|q)
problem(proved(not (q or (p or q)) or (p or q))).                           % 2.41  (q|(p|q))>(p|q)
problem(proved(not (not p or (not p or q)) or (not p or q))).               % 2.42  (-p|(p>q))>(p>q)
problem(proved(not (not p or (not p or q)) or (not p or q))).               % 2.43  (p>(p>q))>(p>q)
problem(proved(not not (p or q) or not p)).                                 % 2.45  -(p|q)>-p
problem(proved(not not (p or q) or not q)).                                 % 2.46  -(p|q)>-q
problem(proved(not not (p or q) or (not p or q))).                          % 2.47  -(p|q)>(-p|q)
problem(proved(not not (p or q) or (p or not q))).                          % 2.48  -(p|q)>(p|-q)
problem(proved(not not (p or q) or (not p or not q))).                      % 2.49  -(p|q)>(-p|-q)
problem(proved(not not (not p or q) or (not not p or q))).                  % 2.5  -(p>q)>(-p>q)
problem(proved(not not (not p or q) or (not p or not q))).                  % 2.51  -(p>q)>(p>-q)
problem(proved(not not (not p or q) or (not not p or not q))).              % 2.52  -(p>q)>(-p>-q)
problem(proved(not not (not p or q) or (not q or p))).                      % 2.521  -(p>q)>(q>p)
problem(proved(not (p or q) or (not not p or q))).                          % 2.53  (p|q)>(-p>q)
problem(proved(not (not not p or q) or (p or q))).                          % 2.54  (-p>q)>(p|q)
problem(proved(not not p or (not (p or q) or q))).                          % 2.55  -p>((p|q)>q)
problem(proved(not not q or (not (p or q) or p))).                          % 2.56  -q>((p|q)>p)
problem(proved(not (not not p or q) or (not (not p or q) or q))).           % 2.6  (-p>q)>((p>q)>q)
problem(proved(not (not p or q) or (not (not not p or q) or q))).           % 2.61  (p>q)>((-p>q)>q)
problem(proved(not (p or q) or (not (not p or q) or q))).                   % 2.62  (p|q)>((p>q)>q)
problem(proved(not (not p or q) or (not (p or q) or q))).                   % 2.621  (p>q)>((p|q)>q)
problem(proved(not (p or q) or (not (not p or q) or q))).                   % 2.63  (p|q)>((-p|q)>q)
problem(proved(not (p or q) or (not (p or not q) or p))).                   % 2.64  (p|q)>((p|-q)>p)
problem(proved(not (not p or q) or (not (not p or not q) or not p))).       % 2.65  (p>q)>((p>-q)>-p)
problem(proved(not (not (p or q) or q) or (not p or q))).                   % 2.67  ((p|q)>q)>(p>q)
problem(proved(not (not (not p or q) or q) or (p or q))).                   % 2.68  ((p>q)>q)>(p|q)
problem(proved(not (not (not p or q) or q) or (not (not q or p) or p))).    % 2.69  ((p>q)>q)>((q>p)>p)
problem(proved(not (not p or q) or (not ((p or q) or r) or (q or r)))).     % 2.73  (p>q)>(((p|q)|r)>(q|r))
problem(proved(not (not q or p) or (not ((p or q) or r) or (p or r)))).     % 2.74  (q>p)>(((p|q)|r)>(p|r))
problem(proved(not (p or q) or (not (p or (not q or r)) or (p or r)))).     % 2.75  (p|q)>((p|(q>r))>(p|r))
problem(proved(not (p or (not q or r)) or (not (p or q) or (p or r)))).     % 2.76  (p|(q>r))>((p|q)>(p|r))
problem(proved(not (not p or (not q or r)) or (not (not p or q) or (not p or r)))).% 2.77  (p>(q>r))>((p>q)>(p>r))
problem(proved(not (q or r) or (not (not r or s) or (q or s)))).            % 2.8  (q|r)>((-r|s)>(q|s))
problem(proved(not (p or (q or r)) or (not (p or (not r or s)) or (p or (q or s))))).% 2.81  (p|(q|r))>((p|(-r|s))>(p|(q|s)))
problem(proved(not (not p or (not q or r)) or (not (not p or (not r or s)) or (not p or (not q or s))))).% 2.83  (p>(q>r))>((p>(r>s))>(p>(q>s)))
problem(proved(not (not (p or q) or (p or r)) or (p or (not q or r)))).     % 2.85  ((p|q)>(p|r))>(p|(q>r))
problem(proved(not (not (not p or q) or (not p or r)) or (not p or (not q or r)))).% 2.86  ((p>q)>(p>r))>(p>(q>r))
