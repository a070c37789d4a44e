"""A table of a rule of one's own, drawn: the picture is the one of `grundy draw table`."""

import grundy

game = grundy.game("a -> a-3, a -> b + (a-2-b) for b in 0..a-2")
with open("values.svg", "w", encoding="utf-8") as file:
    file.write(game.table(100).svg())
print(game.prove(to=2000))
