arc([1,0],[0,1],1).
arc([0,1],[1,0],1).
arc_name(1,'\e]0;title\a').
