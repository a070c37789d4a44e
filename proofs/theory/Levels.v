(* Levels.v: machines whose states are on levels that repeat from one level on, and what is known of
   a level: all that the check of such a machine computes with.

   A word leads to a state, its base. What is known of the base is its level, or that it is high
   and its remainder; what is known of a move in play is that, or its distance from the base. Each
   step follows from what is known, in one case or several. *)
From Coq Require Import ZArith NArith List Lia Bool PArith FMapPositive.
From Grundy Require Import Nim SpragueGrundy Words Automata ItemSets.
Import ListNotations.
Open Scope Z_scope.

(* A step to a level, or by some levels up or down; the place is the one on the new level. *)
Inductive goal := Jump (level : Z) (place : N) | Shift (distance : Z) (place : N).

(* Each listed level has its states: labels, and steps for each letter. *)
Record level_machine := {
  alphabet : N; moves : list rule; level_rows : list (list (N * list goal)); repeat_from : Z; repeat_period : Z }.

Definition state := (Z * N)%type.

(* A sequence of results of which each must be there. *)
Fixpoint gathered {A : Type} (l : list (option (list A))) : option (list A) :=
  match l with
  | [] => Some []
  | Some x :: l => match gathered l with Some y => Some (x ++ y) | None => None end
  | None :: _ => None
  end.

Lemma gathered_In {A : Type} (l : list (option (list A))) r : gathered l = Some r ->
  forall c, In c l -> exists x, c = Some x /\ incl x r.
Proof.
  revert r; induction l as [| [x |] l IH]; intros r G c I; simpl in G; try discriminate; [destruct I |].
  destruct (gathered l) as [y |]; [| discriminate]; injection G as <-.
  destruct I as [<- | I]; [exists x; split; [reflexivity | now apply incl_appl] |].
  destruct (IH y eq_refl c I) as [z [-> Z]]; exists z; split; [reflexivity | now apply incl_appr].
Qed.

Definition up_to (low high : Z) : list Z := map (fun i => low + Z.of_nat i) (seq 0 (Z.to_nat (high - low))).

Lemma up_to_In low high y : low <= y < high -> In y (up_to low high).
Proof. intros B; apply in_map_iff; exists (Z.to_nat (y - low)); rewrite in_seq; lia. Qed.

Section Machine.

Variable m : level_machine.
Let table := table_of (level_rows m).

(* The listed level that a level repeats. *)
Definition listed_level (y : Z) : Z :=
  if y <? repeat_from m then y else repeat_from m + (y - repeat_from m) mod repeat_period m.

Definition row (q : state) : N * list goal :=
  match PositiveMap.find (N.succ_pos (Z.to_N (listed_level (fst q)))) table with
  | Some states => nth (N.to_nat (snd q)) states (0%N, [])
  | None => (0%N, [])
  end.

Definition goal_in (r : N * list goal) (a : N) : goal := nth (N.to_nat a) (snd r) (Jump 0 0%N).
Definition arrive (y : Z) (g : goal) : state := match g with Jump k j => (k, j) | Shift d j => (y + d, j) end.

Definition first : state := (0, 0%N).
Definition label (q : state) : N := fst (row q).
Definition next (q : state) (a : N) : state := arrive (fst q) (goal_in (row q) a).

(* Levels are high from this one on. *)
Variable high : Z.

(* A level; a distance from the base; a remainder of a high level. *)
Inductive level := Known (y : Z) | Near (d : Z) | High (r : Z).

Definition is_at (x : Z) (l : level) (y : Z) : Prop :=
  match l with
  | Known z => y = z
  | Near d => y = x + d
  | High r => high <= y /\ y mod repeat_period m = r
  end.

(* What is known of the base is no distance. *)
Definition base_at (b : level) (x : Z) : Prop := match b with Near _ => False | _ => is_at x b x end.

(* The base as seen from itself. *)
Definition own (b : level) : level := match b with High _ => Near 0 | _ => b end.

Lemma own_at b x : base_at b x -> is_at x (own b) x.
Proof. destruct b; simpl; auto; lia. Qed.

(* The row of a state of which so much is known. *)
Definition row_at (b l : level) (j : N) : option (N * list goal) :=
  let repeated r := Some (row (repeat_from m + (r - repeat_from m) mod repeat_period m, j)) in
  match l, b with
  | Known y, _ => Some (row (y, j))
  | Near d, Known x => Some (row (x + d, j))
  | Near d, High r => if repeat_from m <=? high + d then repeated (r + d) else None
  | Near _, Near _ => None
  | High r, _ => if repeat_from m <=? high then repeated r else None
  end.

Hypothesis period_positive : 0 < repeat_period m.

Lemma row_repeats y r j : repeat_from m <= y -> y mod repeat_period m = r mod repeat_period m ->
  row (y, j) = row (repeat_from m + (r - repeat_from m) mod repeat_period m, j).
Proof.
  intros F E; unfold row, listed_level; cbn [fst snd].
  assert (R : (y - repeat_from m) mod repeat_period m = (r - repeat_from m) mod repeat_period m)
    by (rewrite Zminus_mod, E, <- Zminus_mod; reflexivity).
  pose proof (Z.mod_pos_bound (r - repeat_from m) (repeat_period m) period_positive) as B.
  destruct (Z.ltb_spec y (repeat_from m)); [lia |].
  destruct (Z.ltb_spec (repeat_from m + (r - repeat_from m) mod repeat_period m) (repeat_from m)); [lia |].
  replace (repeat_from m + (r - repeat_from m) mod repeat_period m - repeat_from m)
    with ((r - repeat_from m) mod repeat_period m) by lia.
  now rewrite R, Z.mod_mod by lia.
Qed.

Lemma row_at_right b l j x y r : base_at b x -> is_at x l y -> row_at b l j = Some r -> row (y, j) = r.
Proof.
  unfold row_at; intros B I E; destruct l as [z | d | z]; simpl in I.
  - subst; now injection E.
  - subst; destruct b as [z | e | z]; simpl in B; [subst; now injection E | destruct B |].
    destruct (Z.leb_spec (repeat_from m) (high + d)); [| discriminate]; injection E as <-.
    apply row_repeats; [lia |]; destruct B as [_ <-]; now rewrite Zplus_mod_idemp_l.
  - destruct (Z.leb_spec (repeat_from m) high); [| discriminate]; injection E as <-.
    destruct I as [I <-]; apply row_repeats; [lia | now rewrite Z.mod_mod by lia].
Qed.

(* All that a level of at least `low` with this remainder may be. *)
Definition cases (low r : Z) : list level :=
  High (r mod repeat_period m) ::
  map Known (filter (fun y => y mod repeat_period m =? r mod repeat_period m) (up_to low high)).

Lemma cases_right low r x y : low <= y -> y mod repeat_period m = r mod repeat_period m ->
  exists l, In l (cases low r) /\ is_at x l y.
Proof.
  intros L E; destruct (Z.le_gt_cases high y) as [H | H].
  - exists (High (r mod repeat_period m)); split; [now left | now split].
  - exists (Known y); split; [right | reflexivity]; apply in_map, filter_In.
    split; [apply up_to_In; lia | now apply Z.eqb_eq].
Qed.

(* States of which so much is known. *)
Definition known := (level * N)%type.
Definition stands (x : Z) (s : known) (q : state) : Prop := is_at x (fst s) (fst q) /\ snd s = snd q.

Definition arrived (l : level) (g : goal) : list known :=
  match g with
  | Jump k j => [(Known k, j)]
  | Shift d j =>
      match l with
      | Known y => [(Known (y + d), j)]
      | Near e => [(Near (e + d), j)]
      | High r => map (fun l => (l, j)) (cases (high + d) (r + d))
      end
  end.

Lemma arrived_right x l y g : is_at x l y -> exists s, In s (arrived l g) /\ stands x s (arrive y g).
Proof.
  intros I; destruct g as [k j | d j]; [exists (Known k, j); repeat split; now left |].
  destruct l as [z | e | r]; simpl in I; cbn [arrived arrive].
  - exists (Known (z + d), j); split; [now left | split; simpl; [lia | reflexivity]].
  - exists (Near (e + d), j); split; [now left | split; simpl; [lia | reflexivity]].
  - destruct (cases_right (high + d) (r + d) x (y + d)) as [l [J A]]; [lia | |].
    + destruct I as [_ <-]; now rewrite Zplus_mod_idemp_l.
    + exists (l, j); split; [apply in_map_iff; now exists l | now split].
Qed.

Definition states_after (b : level) (s : known) (a : N) : option (list known) :=
  match row_at b (fst s) (snd s) with
  | Some r => Some (arrived (fst s) (goal_in r a))
  | None => None
  end.

Lemma states_after_right b x s q a l : base_at b x -> stands x s q -> states_after b s a = Some l ->
  exists s', In s' l /\ stands x s' (next q a).
Proof.
  unfold states_after; intros B [S J] E; destruct (row_at b (fst s) (snd s)) as [r |] eqn:R; [| discriminate].
  injection E as <-; destruct q as [y j]; simpl in *; subst.
  pose proof (row_at_right _ _ _ _ _ _ B S R) as Q; unfold next; rewrite Q.
  now apply arrived_right.
Qed.

(* All states after a word, from any of some. *)
Fixpoint states_along (b : level) (l : list known) (w : word) : option (list known) :=
  match w with
  | [] => Some l
  | a :: w =>
      match gathered (map (fun s => states_after b s a) l) with
      | Some l => states_along b l w
      | None => None
      end
  end.

Lemma states_along_right b x w : base_at b x -> forall l r s q, In s l -> stands x s q ->
  states_along b l w = Some r -> exists s', In s' r /\ stands x s' (run next q w).
Proof.
  intros B; induction w as [| a w IH]; intros l r s q I S E; simpl in E; [injection E as <-; now exists s |].
  destruct (gathered _) as [l' |] eqn:G; [| discriminate].
  destruct (gathered_In _ _ G (states_after b s a)) as [t [T Incl]]; [apply in_map_iff; now exists s |].
  destruct (states_after_right _ _ _ _ _ _ B S T) as [s' [I' S']].
  change (run next q (a :: w)) with (run next (next q a) w).
  now apply (IH l' r s'); [apply Incl | |].
Qed.

Definition label_at (b : level) (s : known) : option N :=
  match row_at b (fst s) (snd s) with Some r => Some (fst r) | None => None end.

Lemma label_at_right b x s q v : base_at b x -> stands x s q -> label_at b s = Some v -> label q = v.
Proof.
  unfold label_at; intros B [S J] E; destruct (row_at b (fst s) (snd s)) as [r |] eqn:R; [| discriminate].
  injection E as <-; destruct q as [y j]; simpl in *; subst; unfold label.
  now rewrite (row_at_right _ _ _ _ _ _ B S R).
Qed.

(* The moves in play. *)
Definition stands_item (x : Z) (i : item known) (j : item state) : Prop :=
  fst i = fst j /\ fst (snd i) = fst (snd j) /\ stands x (snd (snd i)) (snd (snd j)).

Definition place_cases (p : place) (t : N) (l : option (list known)) : option (list (item known)) :=
  match l with Some l => Some (map (fun s => (p, (t, s))) l) | None => None end.

(* Each move in play after a letter, with all its cases; a move on every copy is not followed. *)
Definition step_cases (b : level) (i : item known) (a : N) : list (option (list (item known))) :=
  match fst i with
  | Left t e =>
      map (fun t => Some [(Left t e, snd i)]) (left_after t a) ++
      (if may_end t && negb e then
         [place_cases (Left [] false) (fst (snd i)) (states_after b (snd (snd i)) a)] else [])
  | Gone _ _ _ => [None]
  end.

(* What is written after a state, as a nim-sum and a state. *)
Fixpoint written (b : level) (t : N) (s : known) (pieces : list word) : option (list (N * known)) :=
  match pieces with
  | [] => Some [(t, s)]
  | p :: rest =>
      match states_along b [s] p with
      | None => None
      | Some l =>
          match rest with
          | [] => Some (map (fun s => (t, s)) l)
          | _ => gathered (map (fun s =>
              match label_at b s with
              | Some v => written b (N.lxor t v) (Known 0, 0%N) rest
              | None => None
              end) l)
          end
      end
  end.

Definition begin_cases (b : level) (s : known) (empty : bool) : list (option (list (item known))) :=
  flat_map (fun r =>
    match r with
    | Replace st lhs e rhs =>
        if st && negb empty then []
        else [match written b 0 s rhs with
              | Some l => Some (map (fun ts => (Left lhs e, ts)) l)
              | None => None
              end]
    | Every _ _ => if empty then [None] else []
    end) (moves m).

(* A move in play is one of the cases, if they are known. *)
Definition covers (x : Z) (c : option (list (item known))) (j : item state) : Prop :=
  match c with Some l => exists i, In i l /\ stands_item x i j | None => True end.

Lemma step_cases_right b x i j a : base_at b x -> stands_item x i j ->
  Forall2 (covers x) (step_cases b i a) (step first label next j a).
Proof.
  destruct i as [p [t s]], j as [p' [t' q]]; unfold step_cases, step; intros B [P [T S]]; simpl in *; subst.
  destruct p' as [lhs e | c sep seen].
  - apply Forall2_app.
    + induction (left_after lhs a) as [| u l IH]; simpl; constructor; auto.
      exists (Left u e, (t', s)); split; [now left | exact (conj eq_refl (conj eq_refl S))].
    + destruct (may_end lhs && negb e); constructor; [| constructor].
      unfold place_cases; destruct (states_after b s a) as [l |] eqn:E; simpl; [| exact I].
      destruct (states_after_right _ _ _ _ _ _ B S E) as [s' [I' S']].
      exists (Left [] false, (t', s')); split; [apply in_map_iff; now exists s' |].
      exact (conj eq_refl (conj eq_refl S')).
  - destruct (c =? a)%N; constructor; simpl; auto.
Qed.

Lemma written_right b x pieces : base_at b x -> forall t s q r, stands x s q ->
  written b t s pieces = Some r -> exists i, In i r /\
  fst i = fst (write first label next t q pieces) /\ stands x (snd i) (snd (write first label next t q pieces)).
Proof.
  intros B; induction pieces as [| p rest IH]; intros t s q r S E.
  - injection E as <-; exists (t, s); split; [now left | now split].
  - cbn [written] in E; destruct (states_along b [s] p) as [l |] eqn:A; [| discriminate].
    destruct (states_along_right b x p B [s] l s q (or_introl eq_refl) S A) as [s' [I S']].
    destruct rest as [| p' rest].
    + injection E as <-; exists (t, s'); split; [apply in_map_iff; now exists s' | now split].
    + destruct (gathered_In _ _ E _ (in_map _ _ _ I)) as [r' [W Incl]].
      destruct (label_at b s') as [v |] eqn:V; [| discriminate].
      pose proof (label_at_right _ _ _ _ _ B S' V) as L.
      change (write first label next t q (p :: p' :: rest))
        with (write first label next (N.lxor t (label (run next q p))) first (p' :: rest)).
      rewrite L; destruct (IH (N.lxor t v) (Known 0, 0%N) first r') as [i [J [F S2]]]; [now split | exact W |].
      exists i; split; [now apply Incl | now split].
Qed.

Lemma begin_cases_right b x s q empty : base_at b x -> stands x s q ->
  Forall2 (covers x) (begin_cases b s empty) (begin first label next (moves m) q empty).
Proof.
  intros B S; unfold begin_cases, begin; induction (moves m) as [| r rules IH]; [constructor |].
  apply Forall2_app; [| exact IH]; destruct r as [st lhs e rhs | a sep].
  - destruct (st && negb empty); constructor; [| constructor].
    destruct (written b 0 s rhs) as [l |] eqn:W; simpl; [| exact I].
    destruct (written_right b x rhs B 0%N s q l S W) as [i [J [F S']]].
    exists (Left lhs e, i); split; [apply in_map_iff; now exists i |].
    exact (conj eq_refl (conj F S')).
  - destruct empty; constructor; simpl; auto.
Qed.

Definition worth_at (b : level) (i : item known) : option N :=
  match label_at b (snd (snd i)) with Some v => Some (N.lxor (fst (snd i)) v) | None => None end.

Lemma worth_at_right b x i j v : base_at b x -> stands_item x i j -> worth_at b i = Some v -> worth label j = v.
Proof.
  unfold worth_at, worth; intros B [_ [T S]] E; destruct (label_at b (snd (snd i))) as [u |] eqn:L; [| discriminate].
  injection E as <-; rewrite (label_at_right _ _ _ _ _ B S L), T; reflexivity.
Qed.

End Machine.
