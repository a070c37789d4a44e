(* Extraction.v: the checkers as an OCaml program, for claims that are large.

   What this trusts in addition to Coq's kernel: the extraction, the compiler of OCaml, the driver
   checker.ml, and the overrides here: N and positive become the integers of OCaml, of 63 bits. No
   number of a claim that the driver accepts is 2^30 or more, and the checkers only add small
   numbers to them, combine them by exclusive or, and hash them below 2^43: none overflows. *)
From Coq Require Import ZArith NArith List Extraction ExtrOcamlBasic ExtrOcamlZInt.
From Grundy Require Import Nim Octal PeriodCheck Words ParityCheck Automata Profiles AutomatonCheck Levels LevelCheck.

Extract Inlined Constant N.eqb => "((=) : int -> int -> bool)".
Extract Inlined Constant N.ltb => "((<) : int -> int -> bool)".
Extract Inlined Constant N.leb => "((<=) : int -> int -> bool)".
Extract Inlined Constant N.lxor => "(lxor)".
Extract Inlined Constant N.modulo => "(mod)".
Extract Inlined Constant N.mul => "( * )".
Extract Inlined Constant N.add => "(+)".
Extract Inlined Constant Z.eqb => "((=) : int -> int -> bool)".
Extract Inlined Constant Z.ltb => "((<) : int -> int -> bool)".
Extract Inlined Constant Z.leb => "((<=) : int -> int -> bool)".
Extract Constant Z.modulo => "fun a b -> let r = a mod b in if r < 0 then r + b else r".
Extract Constant N.testbit => "fun a i -> i < 62 && (a lsr i) land 1 = 1".

Extraction "out/checkers.ml" PeriodCheck.check check_words check_parity check_levels.
