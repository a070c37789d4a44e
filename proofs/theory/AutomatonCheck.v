(* AutomatonCheck.v: a checker of claims that a machine gives the value of every word.

   A claim is the size of the alphabet, the moves, the machine, weights of letters, and perhaps an
   order of letters. If it passes, every play ends, and the machine gives the Grundy function of the
   words over the alphabet; so it says who wins every sum of words. *)
From Coq Require Import NArith List Lia Bool PArith FMapPositive.
From Grundy Require Import Nim SpragueGrundy Words Ends Walls Automata ItemSets Profiles.
Import ListNotations.
Open Scope N_scope.

Section Search.

(* A worklist: items to visit now, items to visit after them (latest first), and what is known. *)
Variables X Known : Type.
Variable visit : X -> Known -> option (Known * list X).

Definition search_state := (list X * list X * Known)%type.

Definition advance (s : search_state) : search_state :=
  match s with
  | ([], later, known) => (rev later, [], known)
  | (x :: now, later, known) =>
      match visit x known with
      | Some (known, fresh) => (now, rev_append fresh later, known)
      | None => (now, later, known)
      end
  end.

(* Up to 2^k steps; it stops when nothing is to be visited. *)
Fixpoint advances (k : nat) (s : search_state) : search_state :=
  match s with
  | ([], [], _) => s
  | _ => match k with O => advance s | S k => advances k (advances k s) end
  end.

End Search.

Section Check.

Variable m : automaton.
Let t := table_of (rows m).
Let label := label_in t.
Let next := next_in t.
Let letters := map N.of_nat (seq 0 (N.to_nat (size m))).

Definition visit_single (s : single) (known : list single * buckets single) :=
  let (list, set) := known in
  if single_in s set then None
  else Some ((s :: list, insert single_hash set s),
    flat_map (fun a => map (fun j => (next (fst s) a, j)) (step 0 label next (snd s) a)) letters).

Definition visit_profile (p : profile) (known : list profile * buckets profile) :=
  let (list, set) := known in
  if covered p set then None
  else Some ((p :: list, insert profile_hash set p), map (profile_after m p) letters).

Definition first_singles : list single :=
  map (fun i => (0, i)) (begin 0 label next (rules m) 0 true) ++
  flat_map (fun row =>
    flat_map (fun q => map (fun i => (q, i)) (begin 0 label next (rules m) q false)) (snd row))
    (rows m).

Definition all_singles : list single :=
  fst (snd (advances _ _ visit_single 40 (first_singles, [], ([], PositiveMap.empty _)))).

Definition some_profiles : list profile :=
  fst (snd (advances _ _ visit_profile 40
    ([(0, sorted N.eqb N.ltb (begin 0 label next (rules m) 0 true))], [], ([], PositiveMap.empty _)))).

End Check.

Record words_claim := { machine : automaton; letter_weights : list N; letter_order : option order }.

Definition check_words (c : words_claim) : bool :=
  if all (rule_falls (letter_weights c) (letter_order c)) (rules (machine c)) then
    closed (machine c) (all_singles (machine c)) (some_profiles (machine c))
  else false.

Theorem check_words_sound c : check_words c = true ->
  is_grundy word (word_move (size (machine c)) (rules (machine c))) (value_of (machine c)).
Proof.
  unfold check_words; destruct (all _ _); [| discriminate]; apply closed_sound.
Qed.

Lemma check_words_smaller c : check_words c = true ->
  forall w o d, word_move (size (machine c)) (rules (machine c)) w o -> In d o ->
  below (letter_weights c) (letter_order c) d w.
Proof.
  unfold check_words; destruct (all (rule_falls _ _) _) eqn:E; [intros _ | discriminate].
  now apply order_proves_end.
Qed.

Theorem check_words_outcome c : check_words c = true -> forall words,
  lost word (word_move (size (machine c)) (rules (machine c))) words <->
  nimsum (map (value_of (machine c)) words) = 0.
Proof.
  intros C words; apply (sprague_grundy word _ _ (below_wf (letter_weights c) (letter_order c))).
  - now apply check_words_smaller.
  - now apply check_words_sound.
Qed.

(* Walls: the moves of the claim are those of a game on more letters, cut at the others. *)
Section Walls.

Variable c : words_claim.
Variable game : list rule.
Variable whole : N.
Hypothesis cut_game : rules (machine c) = map (cut (size (machine c))) game.
Hypothesis factors : Forall (unanchored (fun a => a < size (machine c))) game.
Hypothesis inside : all (rule_inside whole) game = true.

Let value_with_walls := walled (size (machine c)) whole (value_of (machine c)).

Theorem check_walls_sound : check_words c = true -> is_grundy word (word_move whole game) value_with_walls.
Proof.
  intros C; apply walls_sound; auto; rewrite <- cut_game; now apply check_words_sound.
Qed.

Theorem check_walls_outcome : check_words c = true -> forall words,
  lost word (word_move whole game) words <-> nimsum (map value_with_walls words) = 0.
Proof.
  intros C words; apply walls_outcome with (below (letter_weights c) (letter_order c));
    try rewrite <- cut_game; auto using below_wf, check_words_sound; now apply check_words_smaller.
Qed.

End Walls.

(* `"a" -> "#"`, on words of `a`, `#` and any other letters: the machine reads `a` only. *)
Definition taking : words_claim :=
  {| machine := {| size := 1; rules := [Replace false [One 0] false [[]; []]]; rows := [(0, [1]); (1, [0])] |};
     letter_weights := [1]; letter_order := None |}.

Example taking_between_walls whole : 2 <= whole ->
  is_grundy word (word_move whole [Replace false [One 0] false [[1]]]) (walled 1 whole (value_of (machine taking))).
Proof.
  intros W; apply (check_walls_sound taking); try reflexivity.
  - constructor; [| constructor]; simpl; repeat split; intros t [<- | []]; simpl; lia.
  - simpl; destruct (N.ltb_spec 1 whole); [reflexivity | lia].
Qed.
