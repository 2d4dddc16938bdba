/*  State-space search over arc/3, in plain Prolog.

    A theory is any program that defines arc(Before, After, Cost). Load it together with this file and ask:

        ?- breadth_first(board(4,5,3,0,1,2), board(1,2,3,4,5,0), path, Outcome, Counts).
        Outcome = solved([board(4,5,3,0,1,2), ...]),
        Counts = counts(Expanded, Generated, Inserted).

    Outcome is solved(Path), Path being the states from start to goal, or unsolvable when open runs empty.
    The start may be written Module:State when arc/3 lives in another module.

    The goal is a state, or for blind search a pattern with variables. It is tested when a node comes to the
    head of open. Counts:

        Expanded    states whose successors were asked for (the goal is not one of them)
        Generated   successors made by arcs, before any duplicate is dropped
        Inserted    successors put into open (the start is not counted)

    Duplicates says which successors are dropped:

        path        tree search: a successor that is on its own path, and nothing else
        closed      a state that has been generated before, the start included

    After Markov, Russell and Neller, "The N-Puzzle Problem" (2005).
*/

:- module(arcwise_search,
          [ breadth_first/5,     % :Start, +Goal, +Duplicates, -Outcome, -Counts
            depth_first/5,       % :Start, +Goal, +Duplicates, -Outcome, -Counts
            best_first/6,        % :Start, +Goal, +Duplicates, +Heuristic, -Outcome, -Counts
            search_summary/6,    % +Algorithm, :Start, +Goal, +Duplicates, +Heuristic, -Summary
            heuristic_value/4,   % +Heuristic, +State, +Goal, -Value
            state_cells/2        % +State, -Cells
          ]).

:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(error)).
:- use_module(library(lists)).

:- meta_predicate
    breadth_first(:, +, +, -, -),
    depth_first(:, +, +, -, -),
    best_first(:, +, +, +, -, -),
    search_summary(+, :, +, +, +, -).

%!  breadth_first(:Start, +Goal, +Duplicates, -Outcome, -Counts) is det.
%
%   Oldest node first.

breadth_first(Start, Goal, Duplicates, Outcome, Counts) :-
    search(fifo, Duplicates, Start, Goal, Outcome, Counts).

%!  depth_first(:Start, +Goal, +Duplicates, -Outcome, -Counts) is det.
%
%   Newest batch of successors first; within a batch, the first arc's successor first.

depth_first(Start, Goal, Duplicates, Outcome, Counts) :-
    search(lifo, Duplicates, Start, Goal, Outcome, Counts).

%!  best_first(:Start, +Goal, +Duplicates, +Heuristic, -Outcome, -Counts) is det.
%
%   Greedy: smallest heuristic value first, oldest first among equals. Heuristic is one of
%
%       misplaced(Blank)            tiles out of place
%       manhattan(Blank, Columns)   moves each tile needs on an empty board of that many columns
%
%   and neither counts the Blank.

best_first(Start, Goal, Duplicates, Heuristic, Outcome, Counts) :-
    same_size(Start, Goal),
    prepare(Heuristic, Goal, Evaluator),
    search(best(Evaluator), Duplicates, Start, Goal, Outcome, Counts).

%!  search_summary(+Algorithm, :Start, +Goal, +Duplicates, +Heuristic, -Summary) is det.
%
%   One of the searches above, as lists: [Expanded, Generated, Inserted, Path], Path being the cells of each state,
%   [] without a solution. Heuristic is looked at by best_first alone.

search_summary(Algorithm, Start, Goal, Duplicates, Heuristic, [Expanded, Generated, Inserted, Path]) :-
    (   Algorithm == best_first
    ->  best_first(Start, Goal, Duplicates, Heuristic, Outcome, Counts)
    ;   call(Algorithm, Start, Goal, Duplicates, Outcome, Counts)
    ),
    Counts = counts(Expanded, Generated, Inserted),
    (   Outcome = solved(States)
    ->  maplist(state_cells, States, Path)
    ;   Path = []
    ).

% --- The loop ---------------------------------------------------------------------------------------------

search(Order, Duplicates, Module:Start, Goal, Outcome, Counts) :-
    must_be(oneof([path, closed]), Duplicates),
    must_be(ground, Start),
    no_marks(Duplicates, Start, Marks),
    empty_open(Order, Empty),
    insert(Order, [node(Start, none)], Empty, Open),
    loop(Open, Marks, problem(Order, Module, Goal), counts(0, 0, 0), Outcome, Counts).

loop(Open, Marks, Problem, Counts0, Outcome, Counts) :-
    Problem = problem(Order, Module, Goal),
    (   remove(Order, Open, Node, Rest)
    ->  Node = node(State, _),
        (   subsumes_term(Goal, State)
        ->  path(Node, [], Path),
            Outcome = solved(Path),
            Counts = Counts0
        ;   findall(Successor, Module:arc(State, Successor, _), Successors),
            must_be(ground, Successors),
            drop_duplicates(Successors, Node, Marks, Kept, Marks1),
            insert(Order, Kept, Rest, Open1),
            count(Counts0, Successors, Kept, Counts1),
            loop(Open1, Marks1, Problem, Counts1, Outcome, Counts)
        )
    ;   Outcome = unsolvable,
        Counts = Counts0
    ).

count(counts(Expanded0, Generated0, Inserted0), Successors, Kept, counts(Expanded, Generated, Inserted)) :-
    length(Successors, Made),
    length(Kept, New),
    Expanded is Expanded0 + 1,
    Generated is Generated0 + Made,
    Inserted is Inserted0 + New.

% A node is node(State, Trail). Under the rule closed the trail is the parent node or none. Under the rule path
% it is trail(Parent, States), States being the set of the states on the way to the parent: looking a state up in
% it takes logarithmic time however long the path is, and the sets of siblings share their parent's.

path(node(State, Trail), Tail, Path) :-
    (   Trail == none
    ->  Path = [State|Tail]
    ;   Trail = trail(Parent, _)
    ->  path(Parent, [State|Tail], Path)
    ;   path(Trail, [State|Tail], Path)
    ).

% --- Duplicates -------------------------------------------------------------------------------------------

no_marks(path, _, none).
no_marks(closed, Start, marked(States)) :-
    list_to_assoc([Start-true], States).

drop_duplicates(Successors, Node, none, Kept, none) :-
    !,
    Node = node(State, Trail),
    (   Trail = trail(_, Above)
    ->  put_assoc(State, Above, true, States)
    ;   list_to_assoc([State-true], States)
    ),
    off_path(Successors, trail(Node, States), Kept).
drop_duplicates(Successors, Node, marked(States0), Kept, marked(States)) :-
    unmarked(Successors, Node, States0, States, Kept).

off_path([], _, []).
off_path([State|Successors], Trail, Kept) :-
    Trail = trail(_, States),
    (   get_assoc(State, States, _)
    ->  off_path(Successors, Trail, Kept)
    ;   Kept = [node(State, Trail)|Others],
        off_path(Successors, Trail, Others)
    ).

unmarked([], _, States, States, []).
unmarked([State|Successors], Parent, States0, States, Kept) :-
    (   get_assoc(State, States0, _)
    ->  unmarked(Successors, Parent, States0, States, Kept)
    ;   put_assoc(State, States0, true, States1),
        Kept = [node(State, Parent)|Others],
        unmarked(Successors, Parent, States1, States, Others)
    ).

% --- Open -------------------------------------------------------------------------------------------------
%
% lifo          a list of nodes
% fifo          queue(Front, Back): the front is an open list whose unbound tail is Back
% best(_)       ranked(Nodes, Serial): an assoc from rank(Value, Serial) to node; the serial number keeps
%               equals in the order in which they came

empty_open(lifo, []).
empty_open(fifo, queue(Back, Back)).
empty_open(best(_), ranked(Empty, 0)) :-
    empty_assoc(Empty).

insert(lifo, Nodes, Open0, Open) :-
    append(Nodes, Open0, Open).
insert(fifo, Nodes, queue(Front, Back0), queue(Front, Back)) :-
    append(Nodes, Back, Back0).
insert(best(Evaluator), Nodes, Open0, Open) :-
    foldl(rank(Evaluator), Nodes, Open0, Open).

rank(Evaluator, Node, ranked(Nodes0, Serial0), ranked(Nodes, Serial)) :-
    Node = node(State, _),
    evaluate(Evaluator, State, Value),
    put_assoc(rank(Value, Serial0), Nodes0, Node, Nodes),
    Serial is Serial0 + 1.

remove(lifo, [Node|Open], Node, Open).
remove(fifo, queue(Front, Back), Node, queue(Rest, Back)) :-
    Front \== Back,
    Front = [Node|Rest].
remove(best(_), ranked(Nodes, Serial), Node, ranked(Rest, Serial)) :-
    del_min_assoc(Nodes, _, Node, Rest).

% --- Heuristics -------------------------------------------------------------------------------------------

%!  heuristic_value(+Heuristic, +State, +Goal, -Value) is det.
%
%   The value of a heuristic as best_first/6 takes it, for one state.

heuristic_value(Heuristic, State, Goal, Value) :-
    same_size(_:State, Goal),
    prepare(Heuristic, Goal, Evaluator),
    evaluate(Evaluator, State, Value).

% What depends on the goal alone is worked out once.
prepare(misplaced(Blank), Goal, misplaced(Blank, Cells)) :-
    !,
    state_cells(Goal, Cells).
prepare(manhattan(Blank, Columns), Goal, manhattan(Blank, Columns, Homes)) :-
    !,
    must_be(positive_integer, Columns),
    state_cells(Goal, Cells),
    numbered(Cells, 0, Pairs),
    catch(list_to_assoc(Pairs, Homes), error(_, _), domain_error(distinct_symbols, Goal)).
prepare(Heuristic, _, _) :-
    domain_error(heuristic, Heuristic).

evaluate(misplaced(Blank, Home), State, Value) :-
    state_cells(State, Cells),
    misplaced(Cells, Home, Blank, 0, Value).
evaluate(manhattan(Blank, Columns, Homes), State, Value) :-
    state_cells(State, Cells),
    manhattan(Cells, 0, Blank, Columns, Homes, 0, Value).

misplaced([], [], _, Value, Value).
misplaced([Tile|Tiles], [Home|Homes], Blank, Value0, Value) :-
    (   ( Tile == Blank ; Tile == Home )
    ->  misplaced(Tiles, Homes, Blank, Value0, Value)
    ;   Value1 is Value0 + 1,
        misplaced(Tiles, Homes, Blank, Value1, Value)
    ).

manhattan([], _, _, _, _, Value, Value).
manhattan([Tile|Tiles], Cell, Blank, Columns, Homes, Value0, Value) :-
    (   Tile == Blank
    ->  Value1 = Value0
    ;   get_assoc(Tile, Homes, Home)
    ->  Value1 is Value0 + abs(Cell // Columns - Home // Columns)
                         + abs(Cell mod Columns - Home mod Columns)
    ;   domain_error(tile_of_the_goal, Tile)
    ),
    Next is Cell + 1,
    manhattan(Tiles, Next, Blank, Columns, Homes, Value1, Value).

%!  state_cells(+State, -Cells) is det.
%
%   A state is a list, a compound such as board(4,5,3,0,1,2), or a symbol or variable alone.

state_cells(State, Cells) :-
    (   is_list(State)
    ->  Cells = State
    ;   compound(State)
    ->  State =.. [_|Cells]
    ;   Cells = [State]
    ).

same_size(_:State, Goal) :-
    must_be(ground, State),
    must_be(ground, Goal),
    state_cells(State, Cells),
    state_cells(Goal, Homes),
    (   same_length(Cells, Homes)
    ->  true
    ;   domain_error(state_of_the_size_of(State), Goal)
    ).

numbered([], _, []).
numbered([Tile|Tiles], Cell, [Tile-Cell|Pairs]) :-
    Next is Cell + 1,
    numbered(Tiles, Next, Pairs).
