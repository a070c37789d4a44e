(* Profiles.v: the exploration of profiles, a checker of machines, and its soundness.

   No option may have the value of its word: this is checked for each single item with the state of
   the machine. Every smaller value must be offered: more items offer more, so it is checked for
   some profiles only, such that each profile includes one of them. Both sets are found by a
   search that is not trusted: what it returns is checked to be closed. *)
From Coq Require Import NArith List Lia Bool PArith FMapPositive.
From Grundy Require Import Nim SpragueGrundy Words Automata ItemSets.
Import ListNotations.
Open Scope N_scope.

(* The machine as a map from states, counted from 1, to their labels and next states. *)
Record automaton := { size : N; rules : list rule; rows : list (N * list N) }.

Definition label_in (t : PositiveMap.t (N * list N)) (q : N) : N :=
  match PositiveMap.find (N.succ_pos q) t with Some (l, _) => l | None => 0 end.
Definition next_in (t : PositiveMap.t (N * list N)) (q a : N) : N :=
  match PositiveMap.find (N.succ_pos q) t with Some (_, r) => nth (N.to_nat a) r 0 | None => 0 end.

Section Check.

Variable m : automaton.
Let t := table_of (rows m).
Let label := label_in t.
Let next := next_in t.
Let letters := map N.of_nat (seq 0 (N.to_nat (size m))).

Definition value_of (w : word) : N :=
  if forallb (fun a => a <? size m) w then label_of 0 label next w else 0.

(* A state of the machine with an item, or with a profile. *)
Definition single := (N * item N)%type.
Definition profile := (N * list (item N))%type.

Definition single_hash (s : single) : positive :=
  let (q, i) := s in
  N.succ_pos ((q * 4093 + snd (snd i) * 61 + fst (snd i) * 7 + place_number (fst i)) mod 1048573).
Definition profile_hash (p : profile) : positive := N.succ_pos (fst p).

Definition single_in (s : single) (all : buckets single) : bool :=
  some (fun r => if N.eqb (fst s) (fst r) then item_eqb N.eqb (snd s) (snd r) else false)
    (bucket all (single_hash s)).

(* Some profile of this state in the set has no other items. *)
Definition covered (p : profile) (all : buckets profile) : bool :=
  some (fun r => if N.eqb (fst p) (fst r) then includes N.eqb (snd p) (snd r) else false)
    (bucket all (profile_hash p)).

Definition profile_after (p : profile) (a : N) : profile :=
  (next (fst p) a, sorted N.eqb N.ltb (after 0 label next (rules m) (fst p) (snd p) a)).

Definition offered (items : list (item N)) (v : N) : bool :=
  some (fun i => if complete i then N.eqb (worth label i) v else false) items.

Definition closed (singles : list single) (profiles : list profile) : bool :=
  let S := collect single_hash singles in
  let P := collect profile_hash profiles in
  all (rule_inside (size m)) (rules m) &&
  all (fun i => single_in (0, i) S) (begin 0 label next (rules m) 0 true) &&
  covered (0, sorted N.eqb N.ltb (begin 0 label next (rules m) 0 true)) P &&
  all (fun s =>
    if (if complete (snd s) then N.eqb (worth label (snd s)) (label (fst s)) else false) then false
    else all (fun a =>
      all (fun j => single_in (next (fst s) a, j) S) (step 0 label next (snd s) a)) letters) singles &&
  all (fun p =>
    if all_below (label (fst p)) (offered (snd p)) then
      all (fun a =>
        if all (fun i => single_in (next (fst p) a, i) S)
             (begin 0 label next (rules m) (next (fst p) a) false)
        then covered (profile_after p a) P else false) letters
    else false) profiles.

Lemma single_in_In s l : single_in s (collect single_hash l) = true -> In s l.
Proof.
  unfold single_in; rewrite some_true; intros [[q i] [I E]]; simpl in E.
  destruct s as [q' i']; simpl in E; destruct (N.eqb_spec q' q) as [-> |]; [| discriminate].
  apply (item_eqb_eq N N.eqb (fun q r => proj1 (N.eqb_eq q r))) in E; subst; eapply bucket_collect, I.
Qed.

Lemma covered_In p l : covered p (collect profile_hash l) = true ->
  exists F, In (fst p, F) l /\ incl F (snd p).
Proof.
  unfold covered; rewrite some_true; intros [[q F] [I E]]; simpl in E.
  destruct (N.eqb_spec (fst p) q) as [-> |]; [| discriminate].
  exists F; split; [eapply bucket_collect, I | now apply (includes_incl N N.eqb (fun q r => proj1 (N.eqb_eq q r)))].
Qed.

Lemma letters_In a : a < size m -> In a letters.
Proof. intros L; apply in_map_iff; exists (N.to_nat a); rewrite in_seq; lia. Qed.

Lemma after_mono q F G a : incl F G -> incl (after 0 label next (rules m) q F a) (after 0 label next (rules m) q G a).
Proof.
  unfold after; intros I i J; apply in_or_app; apply in_app_or in J; destruct J as [J | J]; [left | now right].
  apply in_flat_map in J; destruct J as [j [J K]]; apply in_flat_map; exists j; auto.
Qed.

(* The items after a word are among the singles, and include a profile. *)
Lemma words_are_covered S P : closed S P = true -> forall w, Forall (fun a => a < size m) w ->
  (forall i, In i (items 0 label next (rules m) w) -> In (run next 0 w, i) S) /\
  (exists F, In (run next 0 w, F) P /\ incl F (items 0 label next (rules m) w)).
Proof.
  unfold closed; rewrite !andb_true_iff, !all_true; intros [[[[_ B0] C0] HS] HP].
  assert (From : forall u, Forall (fun a => a < size m) u -> forall q F,
    (forall i, In i F -> In (q, i) S) -> (exists F', In (q, F') P /\ incl F' F) ->
    (forall i, In i (items_from 0 label next (rules m) q F u) -> In (run next q u, i) S) /\
    (exists F', In (run next q u, F') P /\ incl F' (items_from 0 label next (rules m) q F u))).
  { induction 1 as [| a u La _ IH]; intros q F HF [F' [IF' Sub]]; [split; [exact HF | now exists F'] |].
    pose proof (HP _ IF') as Hp; cbn [fst snd] in Hp.
    destruct (all_below _ _) in Hp; [| discriminate]; rewrite all_true in Hp.
    specialize (Hp a (letters_In a La)); destruct (all _ _) eqn:Begins in Hp; [| discriminate].
    rewrite all_true in Begins.
    cbn [items_from]; change (run next q (a :: u)) with (run next (next q a) u); apply IH.
    - intros i I; unfold after in I; apply in_app_or in I; destruct I as [I | I].
      + apply in_flat_map in I; destruct I as [j [J I]]; specialize (HS _ (HF j J)); cbn [fst snd] in HS.
        destruct (if complete j then _ else _) in HS; [discriminate |].
        rewrite all_true in HS; specialize (HS a (letters_In a La)); rewrite all_true in HS.
        apply single_in_In, HS, I.
      + apply single_in_In, Begins, I.
    - apply covered_In in Hp; cbn [fst snd profile_after] in Hp; destruct Hp as [G [IG Incl]].
      exists G; split; [exact IG |]; intros i I.
      apply (after_mono q F' F a Sub), (sorted_incl N N.eqb N.ltb), Incl, I. }
  intros w Inside; apply (From w Inside).
  - intros i I; apply single_in_In, B0, I.
  - apply covered_In in C0; cbn [fst snd] in C0; destruct C0 as [F [I J]]; exists F; split; [exact I |].
    intros i Ii; apply (sorted_incl N N.eqb N.ltb), J, Ii.
Qed.

(* Then the machine gives the Grundy function of the words. *)
Theorem closed_sound S P : closed S P = true ->
  is_grundy word (word_move (size m) (rules m)) value_of.
Proof.
  intros C w.
  destruct (forallb (fun a => a <? size m) w) eqn:W.
  - assert (Inside : Forall (fun a => a < size m) w).
    { apply Forall_forall; intros a I; rewrite forallb_forall in W; apply N.ltb_lt, W, I. }
    destruct (words_are_covered S P C w Inside) as [HS [F [IF Sub]]].
    revert C; unfold closed; rewrite !andb_true_iff, !all_true; intros [[[[Rules _] _] CS] CP].
    assert (Same : forall v, offers label (items 0 label next (rules m) w) v <->
      values_of_options word (word_move (size m) (rules m)) value_of w v).
    { intros v; rewrite items_offer by exact Inside.
      assert (Parts : forall o, word_move (size m) (rules m) w o ->
        value word (label_of 0 label next) o = value word value_of o).
      { intros o M; unfold value; f_equal; apply map_ext_in; intros d I; unfold value_of.
        replace (forallb (fun a => a <? size m) d) with true; [reflexivity |].
        symmetry; apply forallb_forall; intros a J; apply N.ltb_lt.
        pose proof (moves_inside _ _ (proj2 (all_true _ _) Rules) w o d M I) as H; rewrite Forall_forall in H; apply H, J. }
      split; intros [o [M ->]]; exists o; rewrite Parts; auto. }
    assert (V : value_of w = label (run next 0 w)) by (unfold value_of; now rewrite W).
    rewrite V; split.
    + intros H; apply Same in H; destruct H as [i [I [Done E]]].
      specialize (CS _ (HS i I)); cbn [fst snd] in CS; rewrite Done, <- E, N.eqb_refl in CS; discriminate.
    + intros u L; apply Same; specialize (CP _ IF); cbn [fst snd] in CP.
      destruct (all_below _ _) eqn:B in CP; [| discriminate].
      pose proof (proj1 (all_below_true _ _) B u L) as O; unfold offered in O; apply some_true in O.
      destruct O as [i [I O]]; destruct (complete i) eqn:Done; [| discriminate].
      apply N.eqb_eq in O; exists i; auto.
  - unfold value_of; rewrite W; split; [| lia].
    intros [o [M _]]; destruct M as [s l e r x y z _ Inside _ _ _ | a s w _ Inside _];
      rewrite Forall_forall in Inside; apply Bool.not_true_iff_false in W; apply W;
      apply forallb_forall; intros b I; apply N.ltb_lt, Inside, I.
Qed.
End Check.
