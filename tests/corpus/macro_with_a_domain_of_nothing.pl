:- multifile macro_domain/1, macro/5, macro_steps/2, macro_move/6, macro_example/3, macro_origin/2, macro_type/2, macro_constant/2, macro_shared/3.
:- discontiguous macro_domain/1, macro/5, macro_steps/2, macro_move/6, macro_example/3, macro_origin/2, macro_type/2, macro_constant/2, macro_shared/3.
macro_domain(pddl()).
macro_type(block,object).
macro_move(1, unstack, parameters([parameter('?above',block,X1),parameter('?below',block,X2)]), [on(X1,X2),clear(X1),'hand-empty'], [holding(X1),clear(X2),not(on(X1,X2)),not(clear(X1)),not('hand-empty')], none).
macro_move(2, 'put-down', parameters([parameter('?block',block,X1)]), [holding(X1)], ['on-table'(X1),clear(X1),'hand-empty',not(holding(X1))], none).
macro_move(3, stack, parameters([parameter('?above',block,X1),parameter('?below',block,X2)]), [holding(X1),clear(X2)], [on(X1,X2),clear(X1),'hand-empty',not(holding(X1)),not(clear(X2))], none).
macro_move(4, 'pick-up', parameters([parameter('?block',block,X1)]), [clear(X1),'on-table'(X1),'hand-empty'], [holding(X1),not(clear(X1)),not('on-table'(X1)),not('hand-empty')], none).
macro('macro-1', parameters([parameter('?above',block,X1),parameter('?below',block,X2),parameter('?below-2',block,X3)]), [on(X1,X2),clear(X1),'hand-empty',on(X2,X3),'on-table'(X3),'\\='(X1,X2),'\\='(X1,X3),'\\='(X2,X3)], ['on-table'(X1),on(X2,X1),on(X3,X2),clear(X3),not(on(X1,X2)),not(clear(X1)),not(holding(X1)),not(on(X2,X3)),not(clear(X2)),not(holding(X2)),not('on-table'(X3)),not(holding(X3))], none).
macro_steps('macro-1', [step(unstack,1,[1,2]),step('put-down',2,[1]),step(unstack,1,[2,3]),step(stack,3,[2,1]),step('pick-up',4,[3]),step(stack,3,[3,2])]).
macro_example('macro-1', [a,b,c], [unstack(a,b),'put-down'(a),unstack(b,c),stack(b,a),'pick-up'(c),stack(c,b)]).
macro_origin('macro-1','examples/pddl/blocks-1.pddl, steps 1 to 6').
