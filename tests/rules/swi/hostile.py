"""Programs that ran code before anybody asked them for a move, or would have."""

from __future__ import annotations

MOVES = "arc([X,Y],[Y,X],1) :- X < Y."

HOSTILE = {
    "a directive": ":- shell('touch {canary}').",
    "a directive after the moves": MOVES + "\n:- shell('touch {canary}').",
    "a question": "?- shell('touch {canary}').",
    "a directive in a module": ":- system:shell('touch {canary}').",
    "initialization": ":- initialization(shell('touch {canary}')).",
    "initialization at once": ":- initialization(shell('touch {canary}'), now).",
    "conditional compilation": ":- if(shell('touch {canary}')).\n:- endif.",
    "term expansion": "term_expansion(X, X) :- shell('touch {canary}').\na.",
    "term expansion of all": "user:term_expansion(X, X) :- shell('touch {canary}').\na.",
    "goal expansion": "goal_expansion(a, true) :- shell('touch {canary}').\nb :- a.",
    "a body": "arc([X,Y],[Y,X],2) :- shell('touch {canary}').",
    "a body in a condition": "arc(S,S,2) :- ( true -> \\+ \\+ once(shell('touch {canary}')) ; fail ).",
    "a body by way of another": "arc(S,S,2) :- a.\na :- shell('touch {canary}').",
    "a body in another module": "arc(S,S,2) :- system:shell('touch {canary}').",
    "a goal that is made": "arc(S,S,2) :- G =.. [shell,'touch {canary}'], call(G).",
    "a goal that is read": "arc(S,S,2) :- term_to_atom(G, 'shell(\\'touch {canary}\\')'), G.",
    "a goal for every answer": "arc(S,S,2) :- maplist(shell, ['touch {canary}']).",
    "a clause that is made": "arc(S,S,2) :- assertz((a :- shell('touch {canary}'))), a.",
    "a file that is written": "arc(S,S,2) :- open('{canary}', write, O), close(O).",
    "a file that is told": "arc(S,S,2) :- tell('{canary}'), told.",
    "a file that is read": "arc(S,S,2) :- see('/etc/hostname'), read(_), seen.",
    "a process": ":- use_module(library(process)).\narc(S,S,2) :- process_create(path(touch), ['{canary}'], []).",
    "a socket": ":- use_module(library(socket)).\narc(S,S,2) :- tcp_socket(_).",
    "foreign code": ":- use_foreign_library('{canary}').",
    "another file": ":- consult('{other}').",
    "another file in a list": ":- ['{other}'].",
    "another file as text": ":- include('{other}').",
    "another file as a module": ":- use_module('{other}').",
    "another file in a body": "arc(S,S,2) :- consult('{other}').",
    "at the end": ":- at_halt(shell('touch {canary}')).",
    "halt while it is loaded": ":- halt.",
    "halt in a body": "arc(S,S,2) :- halt.",
    "our own module": ":- arcwise_bridge:retractall(busy), halt.",
    "a clause for our own module": "arcwise_bridge:answer(_, '[]') :- shell('touch {canary}').",
    "a hook for messages": ":- multifile user:message_hook/3.\n"
    "user:message_hook(_,_,_) :- shell('touch {canary}').\na(X).",
    "a hook for printing": "portray(_) :- shell('touch {canary}').",
    "a hook for variables": "attr_unify_hook(_,_) :- shell('touch {canary}').\n"
    "arc([X,Y],[Y,X],2) :- put_attr(Z, user, 1), Z = 1.",
    "a syntax of its own": ":- quasi_quotation_syntax(a).\na(_,_,_,_) :- shell('touch {canary}').\n"
    "b({{|a||x|}}).",
    "a function on dicts": "_.a() := 1 :- shell('touch {canary}').",
    "a thread": "arc(S,S,2) :- thread_create(shell('touch {canary}'), _).",
    "another syntax for the loader": ":- set_prolog_flag(back_quotes, codes).\n"
    ":- set_prolog_flag(back_quotes, symbol_char).\n"
    "a(`). :- shell('touch {canary}'). b(`).",
    "an exception with a goal": "arc(S,S,2) :- throw(format('~@',[shell('touch {canary}')])).",
    "an error with a goal": "arc(S,S,2) :- throw(error(format('~@',[shell('touch {canary}')]),_)).",
    "a message with a goal": "arc(S,S,2) :- print_message(error, format('~@',[shell('touch {canary}')])).",
    "a text with a goal": "arc(S,S,2) :- message_to_string(format('~@',[shell('touch {canary}')]), _).",
    "a format that is made": "arc(S,S,2) :- p(F), format(F, [shell('touch {canary}')]).\np('~@').",
    "a rule that is made": ":- dynamic evil/0.\n"
    "arc(S,S,2) :- assertz((evil => shell('touch {canary}'))), evil.",
    "tabling by an order": ":- table p(index,po(shell/2)).\np(1,'touch {canary}').\np(1,0).\n"
    "arc(S,S,2) :- p(1,_).",
    "tabling by a lattice": ":- table p(index,lattice(call/3)).\np(1,shell).\np(1,0).\narc(S,S,2) :- p(1,_).",
    "an attribute": "arc(S,S,2) :- put_attr(X, freeze, user:shell('touch {canary}')), X = 1.",
    "a term that is changed": "arc(S,S,2) :- p(once(true)).\np(G) :- setarg(1,G,shell('touch {canary}')), call(G).",
    "a lambda": "arc(S,S,2) :- G = shell('touch {canary}'), maplist({{G}}/[_]>>G,[1]).",
    "a lambda in a fold": "arc(S,S,2) :- foldl([X,A,B]>>(call(X,A),B=A),[shell],'touch {canary}',_).",
    "a grammar with a lambda": "a --> [_]>>shell('touch {canary}').\narc(S,S,2) :- phrase(a,[1],_).",
    "a variable for a clause": "X :- shell('touch {canary}').",
    "a number for a clause": "1.",
}
