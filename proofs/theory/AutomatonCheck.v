(* AutomatonCheck.v: a checker of claims that a machine gives the value of every word.

   A claim is the size of the alphabet, the moves, the machine, and weights of letters. If it
   passes, every play ends, and the machine gives the Grundy function of the words over the
   alphabet; so it says who wins every sum of words. *)
From Coq Require Import NArith List Lia Bool PArith FMapPositive.
From Grundy Require Import Nim SpragueGrundy Words Automata Profiles.
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
    flat_map (fun a => map (fun j => (next (fst s) a, j)) (step label next (snd s) a)) letters).

Definition visit_profile (p : profile) (known : list profile * buckets profile) :=
  let (list, set) := known in
  if covered p set then None
  else Some ((p :: list, insert profile_hash set p), map (profile_after m p) letters).

Definition first_singles : list single :=
  map (fun i => (0, i)) (begin label next (rules m) 0 true) ++
  flat_map (fun row =>
    flat_map (fun q => map (fun i => (q, i)) (begin label next (rules m) q false)) (snd row))
    (rows m).

Definition all_singles : list single :=
  fst (snd (advances _ _ visit_single 40 (first_singles, [], ([], PositiveMap.empty _)))).

Definition some_profiles : list profile :=
  fst (snd (advances _ _ visit_profile 40
    ([(0, sorted (begin label next (rules m) 0 true))], [], ([], PositiveMap.empty _)))).

End Check.

Record words_claim := { machine : automaton; letter_weights : list N }.

Definition check_words (c : words_claim) : bool :=
  if all (rule_ends (letter_weights c)) (rules (machine c)) then
    closed (machine c) (all_singles (machine c)) (some_profiles (machine c))
  else false.

Theorem check_words_sound c : check_words c = true ->
  is_grundy word (word_move (size (machine c)) (rules (machine c))) (value_of (machine c)).
Proof.
  unfold check_words; destruct (all _ _); [| discriminate]; apply closed_sound.
Qed.

Theorem check_words_outcome c : check_words c = true -> forall words,
  lost word (word_move (size (machine c)) (rules (machine c))) words <->
  nimsum (map (value_of (machine c)) words) = 0.
Proof.
  intros C words; pose proof (check_words_sound c C) as G; unfold check_words in C.
  destruct (all (rule_ends _) _) eqn:E; [| discriminate].
  apply (sprague_grundy word _ (lighter (letter_weights c)) (lighter_wf _)); [| exact G].
  intros w o d M I; exact (weights_prove_end _ _ _ E w o d M I).
Qed.
