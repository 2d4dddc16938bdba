/*  What a stranger's program may do. Its file is read here, term by term, and nothing else reads it: what was looked at is
    what is loaded. No expansion is the program's own, no directive runs code of it, and no clause of it is asked before
    all of them were looked at, as they are compiled, and library(sandbox) has found everything harmless that its moves can
    call. Only that success lets a program pass: an error, a failure or a limit inside of a check refuses it.
*/

:- module(arcwise_guard,
          [ read_clauses/4,     % +Module, +File, +Id, -Clauses
            record_clauses/3,   % +Module, +Id, +Clauses
            harm/4              % +Module, +Step, -Place, -Text
          ]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(sandbox)).
:- use_module(failures).
:- use_module(program).

%!  read_clauses(+Module, +File, +Id, -Clauses) is det.
%
%   The clauses of a file as terms Line-Clause, with grammar rules as the clauses that they stand for. Operators, flags of
%   the reader and libraries of its directives are those of Module from there on. A syntax error is a message, as when a
%   file is loaded.
%
%   @error  refused_term(What, Id, Line) for a term that may run code, or that is no clause.

read_clauses(Module, File, Id, Clauses) :-
    setup_call_cleanup(
        open(File, read, Stream, [encoding(utf8)]),
        ( set_stream(Stream, file_name(Id)),
          seek(Stream, 0, bof, _),
          read_terms(Stream, Id, reading(Module, first, [singletons(_)]), Found) ),
        close(Stream)),
    Clauses = Found.

read_terms(Stream, Id, Reading, Clauses) :-
    Reading = reading(Module, _, Options0),
    copy_term(Options0, Options),
    read_term(Stream, Term,
              [term_position(Position), syntax_errors(dec10), module(Module), cycles(false)|Options]),
    (   Term == end_of_file
    ->  Clauses = []
    ;   stream_position_data(line_count, Position, Line),
        alone(Options, Id:Line),
        (   nonvar(Term),
            once(taken(Term, Stream, Reading, Reading1, Clause))
        ->  true
        ;   refused_as(Term, What),
            throw(refused_term(What, Id, Line))
        ),
        (   Clause == none
        ->  Clauses = Others
        ;   Clauses = [Line-Clause|Others]
        ),
        read_terms(Stream, Id, Reading1, Others)
    ).

%   A warning for variables that occur once.
alone(Options, Place) :-
    memberchk(singletons(Singletons), Options),
    Singletons = [_|_],
    !,
    findall(Name, member(Name=_, Singletons), Names),
    format(atom(Text), 'Singleton variables: ~w', [Names]),
    assertz_note(warning, Place, Text).
alone(_, _).

%   taken(Term, Stream, Reading, Reading1, Clause): a directive that runs no code of the program's own, which is followed,
%   Clause being none, or a clause that may be loaded.
taken((:- Directive), Stream, reading(Module, When, Options), reading(Module, later, Options1), none) :-
    !,
    nonvar(Directive),
    directive(Directive, Stream, Module, When, Options, Options1).
taken((?- Directive), Stream, Reading, Reading1, none) :-
    !,
    taken((:- Directive), Stream, Reading, Reading1, none).
taken(Term, _, reading(Module, _, Options), reading(Module, later, Options), Clause) :-
    clause_of(Term, Clause),
    clause_parts(Clause, Head, _),
    name_arity(Head, Name, Arity),
    \+ no_head(Name),
    \+ hook(Name, Arity),
    \+ reaching(Clause, _).

%   A grammar rule is the clause that it stands for, a rule with a guard the one of SSU that commits after its guard.
clause_of((Head --> Body), Clause) :-
    !,
    catch(dcg_translate_rule((Head --> Body), Clause), error(_, _), fail),
    Clause = (_ :- _).
clause_of((Head => Body), Clause) :-
    !,
    nonvar(Head),
    (   Head = (Bare, Guard)
    ->  Clause = '?=>'(Bare, (Guard, !, Body))
    ;   Clause = (Head => Body)
    ).
clause_of('?=>'(_, _), _) :-
    !,
    fail.
clause_of(Clause, Clause).

clause_parts((Head :- Body), Head, Body) :- !.
clause_parts((Head => Body), Head, Body) :- !.
clause_parts('?=>'(Head, Body), Head, Body) :- !.
clause_parts(Head, Head, true).

%   What stands for no clause of the program itself: a list, a module, terms that are no heads.
no_head(Name) :-
    memberchk(Name, [(:), '[|]', [], (:-), (?-), (-->), (=>), '?=>', (','), (;), (->), (*->), (\+), '|', {}, '$source_location',
                     end_of_file]).

%!  record_clauses(+Module, +Id, +Clauses) is det.
%
%   Compile clauses into Module as if they had been loaded from the file Id; what cannot be compiled is a message.

record_clauses(Module, Id, Clauses) :-
    forall(member(Line-Clause, Clauses),
           ( b_setval(arcwise_place, Id:Line),
             catch('$record_clause'(Module:Clause, Id, Id:Line, _), error(Formal, Context),
                   ( failure(error(Formal, Context), [_, Text, _, _]), assertz_note(error, Id:Line, Text) )) )).

%   reaching(Clause, Part): a part of a clause that library(sandbox) lets pass, and that can call what it would not:
%   terms changed in place, attributes whose hooks are called, rules and lambdas made while it runs, messages with goals.
reaching(Clause, Part) :-
    clause_parts(Clause, Head, Body),
    ( Whole = Head ; Whole = Body ),
    sub_term(Part, Whole),
    name_arity(Part, Name, Arity),
    reaches(Name, Arity, Part),
    !.

reaches(Name, _, _) :-
    memberchk(Name, [put_attr, put_attrs, get_attr, get_attrs, del_attr, del_attrs, setarg, nb_setarg, nb_linkarg,
                     nb_linkval, nb_setval, b_setval, b_set_dict, nb_set_dict, nb_link_dict, put_dict, print_message,
                     print_message_lines, message_to_string, set_prolog_flag, format_time, freeze, when, copy_term_nat,
                     duplicate_term, thread_create, (=>), '?=>', @, use_module, load_files, ensure_loaded, consult,
                     autoload, import_module, add_import_module, undo, atom_to_term, term_string, at_halt,
                     cancel_halt, '<meta-call>']).
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

%   What Prolog itself calls when a program defines it, whatever its number of arguments.
hook(Name, _) :-
    memberchk(Name, [term_expansion, goal_expansion, dcg_expansion, attr_unify_hook, attr_portray_hook, attribute_goals,
                     project_attributes, portray, prolog_load_file, prolog_exception_hook, message_hook,
                     thread_message_hook, expand_query, expand_answer, file_search_path, library_directory,
                     sandbox_allowed_directive, sandbox_allowed_goal, sandbox_allowed_expansion, safe_primitive,
                     safe_meta, safe_meta_predicate, (:=), '.']).
hook(exception, 3).
hook(Name, _) :-
    sub_atom(Name, 0, _, _, $).

%   directive(Directive, Stream, Module, When, Options, Options1): one that runs no code of the program's own; Options are
%   those of read_term/3 from then on. When is `first` for the first term of a file.
directive(encoding(Encoding), Stream, _, _, Options, Options) :-
    set_stream(Stream, encoding(Encoding)).
directive(module(Name, Exports), _, Module, first, Options, Options) :-
    atom(Name),
    is_list(Exports),
    forall(( member(Operator, Exports), nonvar(Operator), Operator = op(_, _, _) ), operator(Operator, Module)).
directive(op(Priority, Type, Names), _, Module, _, Options, Options) :-
    operator(op(Priority, Type, Names), Module).
directive(set_prolog_flag(Flag, Value), _, _, _, Options, [New|Others]) :-
    memberchk(Flag, [double_quotes, back_quotes]),
    memberchk(Value, [codes, chars, atom, string]),
    New =.. [Flag, Value],
    functor(Old, Flag, 1),
    exclude(=(Old), Options, Others).
directive(style_check(Style), _, _, _, Options, Options1) :-
    (   Style == -singleton
    ->  exclude(=(singletons(_)), Options, Options1)
    ;   Options1 = Options
    ).
directive(dynamic(Names), _, Module, _, Options, Options) :-
    declared(dynamic, Names, Module).
directive(discontiguous(Names), _, Module, _, Options, Options) :-
    declared(discontiguous, Names, Module).
directive(table(Names), _, Module, _, Options, Options) :-
    declared(table, Names, Module).
directive(use_module(Library), _, Module, _, Options, Options) :-
    use_library(Library, Module, all).
directive(use_module(Library, Imports), _, Module, _, Options, Options) :-
    use_library(Library, Module, Imports).
directive(ensure_loaded(Library), _, Module, _, Options, Options) :-
    use_library(Library, Module, all).

operator(op(Priority, Type, Names), Module) :-
    ground(op(Priority, Type, Names)),
    ( is_list(Names) -> List = Names ; List = [Names] ),
    forall(member(Name, List), ( atom(Name), op(Priority, Type, Module:Name) )).

%   Predicates of the program itself, not of a module that it names, and none that Prolog calls.
declared(How, Names, Module) :-
    indicators(Names),
    forall(( sub_term(Part, Names), nonvar(Part), Part = Name/Arity ),
           ( \+ hook(Name, Arity), \+ no_head(Name) )),
    catch(call(How, Module:Names), error(_, _), fail).

%   Tabling by modes calls predicates that the modes name.
indicators(Names) :-
    ground(Names),
    (   Names = (One, Others)
    ->  indicators(One),
        indicators(Others)
    ;   Names == []
    ->  true
    ;   is_list(Names)
    ->  forall(member(One, Names), indicators(One))
    ;   Names = (One as How)
    ->  atom(How),
        indicators(One)
    ;   ( Names = Name/Arity ; Names = Name//Arity ),
        atom(Name),
        integer(Arity)
    ).

use_library(library(Library), Module, Imports) :-
    ground(Library-Imports),
    harmless(Library),
    (   Imports == all
    ->  use_module(Module:library(Library))
    ;   is_list(Imports),
        forall(member(Import, Imports), memberchk(Import, [_/_, _//_, (_/_ as _)])),
        use_module(Module:library(Library), Imports)
    ).

%   harmless(Library, Module): what a program may use; the modules that libraries define.
harmless(Library) :-
    harmless(Library, _).

harmless(aggregate, aggregate).
harmless(apply, apply).
harmless(assoc, assoc).
harmless(clpfd, clpfd).
harmless(dcg/basics, dcg_basics).
harmless(dicts, dicts).
harmless(dif, dif).
harmless(error, error).
harmless(gensym, gensym).
harmless(heaps, heaps).
harmless(lists, lists).
harmless(nb_set, nb_set).
harmless(occurs, occurs).
harmless(option, swi_option).
harmless(ordsets, ordsets).
harmless(pairs, pairs).
harmless(random, random).
harmless(rbtrees, rbtrees).
harmless(solution_sequences, solution_sequences).
harmless(terms, terms).
harmless(ugraphs, ugraphs).
harmless(yall, yall).

refused_as((:- Directive), What) :- !, refused_as((?- Directive), What).
refused_as((?- Directive), What) :-
    callable(Directive),
    !,
    format(atom(What), 'the directive ~W', [Directive, [quoted(true), max_depth(6), spacing(next_argument)]]).
refused_as(Term, What) :-
    nonvar(Term),
    clause_of(Term, Clause),
    reaching(Clause, Part),
    !,
    culprit(Part, What).
refused_as(Term, What) :-
    nonvar(Term),
    clause_of(Term, Clause),
    clause_parts(Clause, Head, _),
    name_arity(Head, Name, Arity),
    (   Head = Module:_
    ->  format(atom(What), 'a clause for the module ~q', [Module])
    ;   hook(Name, Arity)
    ->  format(atom(What), 'a clause for the hook ~q', [Name/Arity])
    ),
    !.
refused_as(_, 'a term that is no clause').

%!  harm(+Module, +Step, -Place, -Text) is semidet.
%
%   What the program in Module could do to more than itself when it is asked for Step, in words, and where it is called.
%   Fails only where library(sandbox) says that it is safe, and nothing of it comes from a library that is not listed here:
%   libraries that remember goals look harmless to the one who gives them a goal.

harm(Module, Step, Place, Text) :-
    step_goal(Step, _, _, _, Asked),
    catch(( safe_goal(Module:Asked) -> imported(Module, Outcome) ; Outcome = unknown ), Error, Outcome = error(Error)),
    Outcome \== safe,
    (   catch(harm_in_words(Outcome, Module, Place, Text), _, fail)
    ->  true
    ;   Place = '':0,
        Text = 'something that the check of its goals does not understand'
    ).

%   What libraries a program uses was found out while its goals were followed, which loads them.
imported(Module, Outcome) :-
    (   predicate_property(Module:Head, imported_from(Library)),
        \+ harmless(_, Library),
        \+ memberchk(Library, [system, '$apply', '$bags', '$dcg', '$syspreds', '$tabling'])
    ->  Outcome = imported(Head)
    ;   Outcome = safe
    ).

harm_in_words(imported(Head), _, '':0, Text) :-
    culprit(Head, Text).
harm_in_words(error(error(Formal, Context)), Module, Place, Text) :-
    nonvar(Context),
    Context = sandbox(Culprit, Parents),
    nonvar(Parents),
    calls([Culprit|Parents], Module, Called, Caller),
    strip_module(Caller, Home, Head0),
    same_functor(Head0, Head),
    (   clause(Home:Head, Body, Clause),
        goal_within(Body, Found),
        calls_as(Found, Called),
        clause_line(Clause, File, Line)
    ->  Place = File:Line
    ;   Place = '':0
    ),
    called_text(Formal, Called, Text).
harm_in_words(error(Error), _, '':0, Text) :-
    failure(Error, [_, Words, _, _]),
    format(atom(Text), 'goals that cannot be checked: ~w', [Words]).

same_functor(Term, General) :-
    (   callable(Term)
    ->  functor(Term, Name, Arity),
        functor(General, Name, Arity)
    ;   true
    ).

%   calls_as(Found, Called): a goal of a clause that may be the one that was refused, which is a variable where only its
%   call tells what it is.
calls_as(Found, Called) :-
    (   callable(Called)
    ->  same_functor(Called, Found)
    ;   control(Found, Parts),
        member(Part, Parts),
        var(Part)
    ).

%   The program's own predicate that calls what is refused, and what it calls, be it by way of call/1 and the like.
calls([Called, Control|Parents], Module, Goal, Caller) :-
    callable(Called),
    control(Control, _),
    !,
    calls([Called|Parents], Module, Goal, Caller).
calls([Called0, Caller|_], Module, Called, Caller) :-
    strip_module(Module:Caller, Module, _),
    own(Module:Caller),
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
