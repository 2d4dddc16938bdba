/*  What a stranger's program may do. Its terms are looked at before Prolog loads any of them: directives and hooks that
    run code while a program is loaded are refused here, goals that reach outside by library(sandbox), and what refuses
    once refuses the program.
*/

:- module(arcwise_guard,
          [ examine/2,          % +File, +Id
            harm/4,             % +Module, +Step, -Place, -Text
            refusal/1           % +Error
          ]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(sandbox)).
:- use_module(failures).
:- use_module(program).

%!  examine(+File, +Id) is det.
%
%   Read the terms of a file as load_files/2 would, in a module of their own. Libraries that they may use are loaded,
%   so that the program finds them there. A syntax error is a message, as when the file is loaded.
%
%   @error  refused_term(What, Id, Line) for a term that may run code.

examine(File, Id) :-
    setup_call_cleanup(
        open(File, read, Stream, [encoding(utf8)]),
        ( seek(Stream, 0, bof, _),
          set_stream(Stream, file_name(Id)),
          examine_terms(Stream, Id, [module(arcwise_examined)]) ),
        close(Stream)).

examine_terms(Stream, Id, Options) :-
    read_term(Stream, Term, [term_position(Position), syntax_errors(dec10)|Options]),
    (   Term == end_of_file
    ->  true
    ;   stream_position_data(line_count, Position, Line),
        (   allowed(Term, Stream, Options, Options1)
        ->  true
        ;   refused_as(Term, What),
            throw(refused_term(What, Id, Line))
        ),
        examine_terms(Stream, Id, Options1)
    ).

allowed(Variable, _, _, _) :-
    var(Variable),
    !,
    fail.
allowed((:- Directive), Stream, Options, Options1) :-
    !,
    nonvar(Directive),
    directive(Directive, Stream, Options, Options1).
allowed((?- Directive), Stream, Options, Options1) :-
    !,
    allowed((:- Directive), Stream, Options, Options1).
allowed(Clause, _, Options, Options) :-
    head(Clause, Head),
    callable(Head),
    Head \= _:_,
    functor(Head, Name, Arity),
    \+ hook(Name/Arity),
    \+ reaching(Clause, _).

%   reaching(Clause, Part): a part of a clause that library(sandbox) lets pass, and that can call what it would not:
%   terms changed in place, attributes whose hooks are called, rules and lambdas made while it runs, messages with goals.
reaching(Clause, Part) :-
    ( Clause = (Head => Body) -> true ; Clause = '?=>'(Head, Body) -> true ; Clause = Body, Head = true ),
    ( Whole = Head ; Whole = Body ),
    sub_term(Part, Whole),
    nonvar(Part),
    callable(Part),
    functor(Part, Name, Arity),
    reaches(Name, Arity, Part),
    !.

reaches(Name, _, _) :-
    memberchk(Name, [put_attr, put_attrs, get_attr, get_attrs, del_attr, del_attrs, setarg, nb_setarg, nb_linkarg,
                     nb_linkval, nb_setval, b_setval, b_set_dict, nb_set_dict, nb_link_dict, put_dict, print_message,
                     print_message_lines, message_to_string, set_prolog_flag, format_time, freeze, when, copy_term_nat,
                     duplicate_term, thread_create, (=>), '?=>', @]).
reaches((>>), 2, Free>>_) :-
    nonvar(Free),
    ( Free = [] ; Free = [_|_] ; Free = _/_ ; Free = {_} ).
reaches(format, Arity, Part) :-
    memberchk(Arity, [2, 3]),
    arg(Arity, Part, Arguments),
    \+ is_list(Arguments).
reaches(format, Arity, Part) :-
    memberchk(Arity, [2, 3]),
    Place is Arity - 1,
    arg(Place, Part, Format),
    (   var(Format)
    ->  true
    ;   format(atom(Text), '~w', [Format]),
        sub_atom(Text, _, _, _, '@')
    ).
reaches(term_to_atom, 2, _).
reaches(read_term_from_atom, 3, _).
reaches(sformat, _, _).

head((Head :- _), Bare) :- !, bare(Head, Bare).
head((Head --> _), Bare) :- !, bare(Head, Bare).
head((Head => _), Bare) :- !, bare(Head, Bare).
head(Head, Head).

bare(Head, Bare) :-
    (   nonvar(Head),
        Head = (Bare0, _)
    ->  Bare = Bare0
    ;   Bare = Head
    ).

%   What Prolog itself calls when a program defines it.
hook(term_expansion/2).
hook(term_expansion/4).
hook(goal_expansion/2).
hook(goal_expansion/4).
hook(attr_unify_hook/2).
hook(attr_portray_hook/2).
hook(attribute_goals/3).
hook(project_attributes/2).
hook(portray/1).
hook(prolog_load_file/2).
hook(exception/3).
hook((:=)/2).

%   directive(Directive, Stream, Options, Options1): one that runs no code of the program's own; Options are those of
%   read_term/3 from then on.
directive(encoding(Encoding), Stream, Options, Options) :-
    set_stream(Stream, encoding(Encoding)).
directive(module(_, Exports), _, Options, Options) :-
    is_list(Exports),
    forall(( member(Operator, Exports), nonvar(Operator), Operator = op(_, _, _) ), operator(Operator)).
directive(op(Priority, Type, Names), _, Options, Options) :-
    operator(op(Priority, Type, Names)).
directive(set_prolog_flag(Flag, Value), _, Options, [New|Others]) :-
    memberchk(Flag, [double_quotes, back_quotes]),
    memberchk(Value, [codes, chars, atom, string]),
    New =.. [Flag, Value],
    functor(Old, Flag, 1),
    exclude(=(Old), Options, Others).
directive(style_check(_), _, Options, Options).
directive(dynamic(Names), _, Options, Options) :-
    local(Names).
directive(discontiguous(Names), _, Options, Options) :-
    local(Names).
directive(table(Names), _, Options, Options) :-
    indicators(Names).
directive(use_module(Library), _, Options, Options) :-
    use_library(Library).
directive(use_module(Library, _), _, Options, Options) :-
    use_library(Library).
directive(ensure_loaded(Library), _, Options, Options) :-
    use_library(Library).

operator(op(Priority, Type, Names)) :-
    ground(op(Priority, Type, Names)),
    ( is_list(Names) -> List = Names ; List = [Names] ),
    forall(member(Name, List), ( atom(Name), op(Priority, Type, arcwise_examined:Name) )).

%   Tabling by modes calls predicates that the modes name.
indicators(Names) :-
    ground(Names),
    (   Names = (One, Others)
    ->  indicators(One),
        indicators(Others)
    ;   is_list(Names)
    ->  forall(member(One, Names), indicators(One))
    ;   Names = (One as _)
    ->  indicators(One)
    ;   Names = Name/Arity,
        atom(Name),
        integer(Arity)
    ).

%   Predicates of the program itself, not of a module that it names.
local(Names) :-
    ground(Names),
    \+ ( sub_qualified(Names) ).

sub_qualified(_:_).
sub_qualified((One, Others)) :-
    ( sub_qualified(One) ; sub_qualified(Others) ).
sub_qualified([One|Others]) :-
    ( sub_qualified(One) ; sub_qualified(Others) ).
sub_qualified(One as _) :-
    sub_qualified(One).

use_library(library(Library)) :-
    ground(Library),
    harmless(Library),
    use_module(arcwise_examined:library(Library)).

harmless(aggregate).
harmless(apply).
harmless(assoc).
harmless(clpfd).
harmless(dcg/basics).
harmless(heaps).
harmless(lists).
harmless(nb_set).
harmless(option).
harmless(ordsets).
harmless(pairs).
harmless(random).
harmless(rbtrees).
harmless(solution_sequences).
harmless(ugraphs).

refused_as((:- Directive), What) :- !, refused_as((?- Directive), What).
refused_as((?- Directive), What) :-
    callable(Directive),
    !,
    format(atom(What), 'the directive ~W', [Directive, [quoted(true), max_depth(6), spacing(next_argument)]]).
refused_as(Clause, What) :-
    reaching(Clause, Part),
    !,
    culprit(Part, What).
refused_as(Clause, What) :-
    head(Clause, Head),
    callable(Head),
    !,
    (   Head = Module:_
    ->  format(atom(What), 'a clause for the module ~q', [Module])
    ;   functor(Head, Name, Arity),
        format(atom(What), 'a clause for the hook ~q', [Name/Arity])
    ).
refused_as(_, 'a term that is no clause').

%!  harm(+Module, +Step, -Place, -Text) is semidet.
%
%   What the program in Module could do to more than itself when it is asked for Step, in words, and where it is called.

harm(Module, Step, Place, Text) :-
    step_goal(Step, _, _, _, Asked),
    catch(safe_goal(Module:Asked), error(Formal, sandbox(Culprit, Parents)), true),
    nonvar(Parents),
    calls([Culprit|Parents], Module, Called, Caller),
    strip_module(Caller, Home, Head0),
    same_functor(Head0, Head),
    same_functor(Called, Goal),
    (   clause(Home:Head, Body, Clause),
        goal_within(Body, Found),
        same_functor(Found, Goal),
        clause_line(Clause, File, Line)
    ->  Place = File:Line
    ;   Place = '':0
    ),
    called_text(Formal, Called, Text).

same_functor(Term, General) :-
    (   callable(Term)
    ->  functor(Term, Name, Arity),
        functor(General, Name, Arity)
    ;   true
    ).

%   The program's own predicate that calls what is refused, and what it calls, be it by way of call/1 and the like.
calls([Called, Control|Parents], Module, Goal, Caller) :-
    callable(Called),
    control(Control, _),
    !,
    calls([Called|Parents], Module, Goal, Caller).
calls([Called0, Caller|_], Module, Called, Caller) :-
    own(Caller),
    !,
    strip_module(Module:Called0, _, Called).
calls([_|Parents], Module, Called, Caller) :-
    calls(Parents, Module, Called, Caller).

called_text(existence_error(_, _), Called, Text) :-
    !,
    culprit(Called, Undefined),
    format(atom(Text), '~w, which nothing defines', [Undefined]).
called_text(_, Called, Text) :-
    (   callable(Called),
        \+ ( control(Called, Parts), member(Part, Parts), var(Part) )
    ->  culprit(Called, Text)
    ;   Text = 'a goal that is known only when it is called'
    ).

%!  refusal(+Error) is semidet.
%
%   Whether an error is one that library(sandbox) raises.

refusal(error(_, Context)) :-
    nonvar(Context),
    Context = sandbox(_, _),
    !.
refusal(error(permission_error(_, Type, _), _)) :-
    atom(Type),
    sub_atom(Type, 0, _, _, sandboxed).
