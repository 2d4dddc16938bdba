% A grammar with number agreement and parse trees

sentence( sentence( NP, VP))  -->
   noun_phrase( Number, NP), verb_phrase( Number, VP).

noun_phrase( Number, noun_phrase( Det, Noun))  -->
   determiner( Number, Det), noun( Number, Noun).
noun_phrase( singular, noun_phrase( Name))  -->
   proper( Name).

verb_phrase( Number, verb_phrase( Verb, NP))  -->
   verb( Number, Verb), noun_phrase( _, NP).
verb_phrase( Number, verb_phrase( Verb))  -->
   verb( Number, Verb).

determiner( singular, det( a))     -->  [ a].
determiner( _, det( the))          -->  [ the].
noun( singular, noun( cat))        -->  [ cat].
noun( plural, noun( cats))         -->  [ cats].
noun( singular, noun( mouse))      -->  [ mouse].
noun( plural, noun( mice))         -->  [ mice].
proper( john)                      -->  [ john].
verb( singular, verb( hates))      -->  [ hates].
verb( plural, verb( hate))         -->  [ hate].
verb( singular, verb( scares))     -->  [ scares].
verb( plural, verb( scare))        -->  [ scare].

accept( Words)  :-
   sentence( Tree, Words, []),
   write( Tree), nl.
