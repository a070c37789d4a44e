(* LevelCheck.v: a checker of claims that a machine on levels gives the value of every word.

   Two sets are found by a search that is not trusted: pairs of a base and one move in play, so that
   no option has the value of its word, and bases with sets of moves in play, so that every smaller
   value is offered. What it returns is checked to be closed. *)
From Coq Require Import ZArith NArith List Lia Bool PArith FMapPositive.
From Grundy Require Import Nim SpragueGrundy Words Ends Walls Automata ItemSets AutomatonCheck Levels LevelMoves.
Import ListNotations.
Open Scope Z_scope.

Definition level_eqb (k l : level) : bool :=
  match k, l with
  | Known x, Known y | Near x, Near y | High x, High y => x =? y
  | _, _ => false
  end.

Definition known_eqb (s t : known) : bool :=
  if level_eqb (fst s) (fst t) then (snd s =? snd t)%N else false.

Lemma known_eqb_eq s t : known_eqb s t = true -> s = t.
Proof.
  destruct s as [[x | x | x] i], t as [[y | y | y] j]; unfold known_eqb; simpl; try discriminate;
    destruct (Z.eqb_spec x y) as [-> |]; try discriminate; intros E; apply N.eqb_eq in E; now subst.
Qed.

(* An order, and numbers for the buckets of a map; nothing is assumed about them. *)
Definition level_number (l : level) : N :=
  match l with
  | Known y => 3 * Z.to_N y
  | Near d => 3 * Z.to_N (d + 4096) + 1
  | High r => 3 * Z.to_N r + 2
  end.

Definition known_number (s : known) : N := (level_number (fst s) * 1021 + snd s) mod 1048573.
Definition known_before (s t : known) : bool :=
  let k := level_number (fst s) in let l := level_number (fst t) in
  if (k <? l)%N then true else if (l <? k)%N then false else (snd s <? snd t)%N.

Definition pair_hash (p : pair) : positive :=
  N.succ_pos match snd p with
    | None => known_number (fst p)
    | Some i =>
        (known_number (fst p) * 4093 + known_number (snd (snd i)) * 61 + fst (snd i) * 7 + place_number (fst i))
          mod 1048573
    end.

Definition set_hash (s : set) : positive := N.succ_pos (known_number (fst s)).

Definition pair_eqb (p r : pair) : bool :=
  if known_eqb (fst p) (fst r) then
    match snd p, snd r with
    | None, None => true
    | Some i, Some j => item_eqb known_eqb i j
    | _, _ => false
    end
  else false.

Lemma pair_eqb_eq p r : pair_eqb p r = true -> p = r.
Proof.
  destruct p as [s [i |]], r as [t [j |]]; unfold pair_eqb; simpl; destruct (known_eqb s t) eqn:S; try discriminate;
    apply known_eqb_eq in S; subst; [| reflexivity].
  intros E; apply (item_eqb_eq known known_eqb known_eqb_eq) in E; now subst.
Qed.

Definition pair_in (all : buckets pair) (p : pair) : bool := some (pair_eqb p) (bucket all (pair_hash p)).

Lemma pair_in_In l p : pair_in (collect pair_hash l) p = true -> In p l.
Proof.
  unfold pair_in; rewrite some_true; intros [r [I E]]; apply pair_eqb_eq in E; subst.
  eapply bucket_collect, I.
Qed.

(* Some set with this base has no other moves in play. *)
Definition set_covered (all : buckets set) (s : set) : bool :=
  some (fun r => if known_eqb (fst s) (fst r) then includes known_eqb (snd s) (snd r) else false)
    (bucket all (set_hash s)).

Lemma set_covered_In l s : set_covered (collect set_hash l) s = true ->
  exists F, In (fst s, F) l /\ incl F (snd s).
Proof.
  unfold set_covered; rewrite some_true; intros [[t F] [I E]]; simpl in E.
  destruct (known_eqb (fst s) t) eqn:T; [| discriminate]; apply known_eqb_eq in T; subst.
  exists F; split; [eapply bucket_collect, I | now apply (includes_incl known known_eqb known_eqb_eq)].
Qed.

Section Check.

Variable m : level_machine.
Variables high near : Z.
Variable strict : bool.

Let letters := map N.of_nat (seq 0 (N.to_nat (alphabet m))).
Let label_of_base (s : known) : option N := label_at m high (fst s) (own (fst s), snd s).

Definition all_there {A : Type} (f : A -> bool) (l : option (list A)) : bool :=
  match l with Some l => all f l | None => false end.

Lemma all_there_true {A : Type} (f : A -> bool) l : all_there f l = true ->
  exists k, l = Some k /\ forall x, In x k -> f x = true.
Proof. destruct l as [k |]; simpl; [| discriminate]; rewrite all_true; now exists k. Qed.

Definition pair_is_right (p : pair) : bool :=
  match snd p with
  | None => true
  | Some i =>
      if complete i then
        match worth_at m high (fst (fst p)) i, label_of_base (fst p) with
        | Some v, Some u => negb (v =? u)%N
        | _, _ => false
        end
      else true
  end.

Definition first_known : known := (Known 0, 0%N).

Definition closed_pairs (pairs : list pair) : bool :=
  let S := collect pair_hash pairs in
  all_there (pair_in S) (settled m high near (Known 0) first_known [None]) &&
  all_there (pair_in S) (pairs_begun m high near first_known true) &&
  all (fun p =>
    if pair_is_right p then
      if match snd p with None => all_there (pair_in S) (pairs_begun m high near (fst p) false) | _ => true end then
        all (fun a => all_there (pair_in S) (pairs_after m high near p a)) letters
      else false
    else false) pairs.

Definition set_offers (s : set) (v : N) : bool :=
  some (fun i =>
    if complete i then
      match worth_at m high (fst (fst s)) i with Some u => (u =? v)%N | None => false end
    else false) (snd s).

Definition set_is_right (s : set) : bool :=
  match label_of_base (fst s) with Some v => all_below v (set_offers s) | None => false end.

Definition in_order (s : set) : set := (fst s, sorted known_eqb known_before (snd s)).
Definition first_set : set :=
  in_order ((settled_base m high (Known 0), 0%N), begun m high near strict (settled_base m high (Known 0), 0%N) true).

Definition closed_sets (sets : list set) : bool :=
  let T := collect set_hash sets in
  set_covered T first_set &&
  all (fun s =>
    if set_is_right s then
      all (fun a => all_there (fun s => set_covered T (in_order s)) (sets_after m high near strict s a)) letters
    else false) sets.

(* The search: what is found, whether it is, and whether one that is wrong has ended it. *)
Definition listed_or_none {A : Type} (l : option (list A)) : list A := match l with Some l => l | None => [] end.

Definition visit_pair (p : pair) (seen : list pair * buckets pair * bool) :=
  let '(found, index, ended) := seen in
  if ended then None
  else if pair_in index p then None
  else if pair_is_right p then
    Some ((p :: found, insert pair_hash index p, false),
      match snd p with None => listed_or_none (pairs_begun m high near (fst p) false) | Some _ => [] end ++
      flat_map (fun a => listed_or_none (pairs_after m high near p a)) letters)
  else Some ((p :: found, index, true), []).

Definition visit_set (s : set) (seen : list set * buckets set * bool) :=
  let '(found, index, ended) := seen in
  if ended then None
  else if set_covered index s then None
  else if set_is_right s then
    Some ((s :: found, insert set_hash index s, false),
      flat_map (fun a => map in_order (listed_or_none (sets_after m high near strict s a))) letters)
  else Some ((s :: found, index, true), []).

Definition some_pairs : list pair :=
  fst (fst (snd (advances _ _ visit_pair 40
    (listed_or_none (settled m high near (Known 0) first_known [None]) ++
     listed_or_none (pairs_begun m high near first_known true), [], ([], PositiveMap.empty _, false))))).

Definition some_sets : list set :=
  fst (fst (snd (advances _ _ visit_set 40 ([first_set], [], ([], PositiveMap.empty _, false))))).

Definition value_on_levels (w : word) : N :=
  if is_over (alphabet m) w then label_of first (label m) (next m) w else 0%N.

Hypothesis period_positive : 0 < repeat_period m.

Lemma letters_In a : (a < alphabet m)%N -> In a letters.
Proof. intros L; apply in_map_iff; exists (N.to_nat a); rewrite in_seq; lia. Qed.

Lemma first_at : base_at m high (Known 0) 0.
Proof. reflexivity. Qed.

(* The base of each word and each of its moves in play are among the pairs. *)
Lemma words_have_pairs S : closed_pairs S = true -> forall w, over (alphabet m) w ->
  (exists p, In p S /\ holds m high (run (next m) first w) None p) /\
  (forall j, In j (items first (label m) (next m) (moves m) w) ->
    exists p, In p S /\ holds m high (run (next m) first w) (Some j) p).
Proof.
  unfold closed_pairs; rewrite !andb_true_iff, all_true; intros [[Start Begun] Each].
  destruct (all_there_true _ _ Start) as [r0 [E0 In0]]; destruct (all_there_true _ _ Begun) as [r1 [E1 In1]].
  assert (From : forall u, over (alphabet m) u -> forall q F,
    (exists p, In p S /\ holds m high q None p) ->
    (forall j, In j F -> exists p, In p S /\ holds m high q (Some j) p) ->
    (exists p, In p S /\ holds m high (run (next m) q u) None p) /\
    (forall j, In j (items_from first (label m) (next m) (moves m) q F u) ->
      exists p, In p S /\ holds m high (run (next m) q u) (Some j) p)).
  { induction 1 as [| a u La _ IH]; intros q F Base Moves; [split; assumption |].
    assert (Step : forall p, In p S ->
      exists r, pairs_after m high near p a = Some r /\ forall p', In p' r -> In p' S).
    { intros p I; specialize (Each p I); destruct (pair_is_right p); [| discriminate].
      destruct (match snd p with None => _ | _ => true end); [| discriminate].
      rewrite all_true in Each; specialize (Each a (letters_In a La)).
      apply all_there_true in Each; destruct Each as [r [E H]]; exists r; split; [exact E |].
      intros p' J; apply pair_in_In, H, J. }
    assert (Base' : exists p, In p S /\ holds m high (next m q a) None p).
    { destruct Base as [p [I H]]; destruct (Step p I) as [r [E Incl]].
      destruct (pairs_after_right m high near period_positive p q None a r H E) as [p' [J H']].
      exists p'; split; [now apply Incl | exact H']. }
    cbn [items_from]; change (run (next m) q (a :: u)) with (run (next m) (next m q a) u); apply IH; [exact Base' |].
    intros j J; unfold after in J; apply in_app_or in J; destruct J as [J | J].
    - apply in_flat_map in J; destruct J as [j0 [J0 J]]; destruct (Moves j0 J0) as [p [I H]].
      destruct (Step p I) as [r [E Incl]].
      destruct (pairs_after_right m high near period_positive p q (Some j0) a r H E j J) as [p' [Jp H']].
      exists p'; split; [now apply Incl | exact H'].
    - destruct Base' as [p [I H]]; specialize (Each p I); destruct (pair_is_right p); [| discriminate].
      destruct p as [s [i |]]; destruct H as [B [K N]]; simpl in N; [contradiction |]; cbn [fst snd] in *.
      destruct (all_there (pair_in _) (pairs_begun m high near s false)) eqn:A in Each; [| discriminate].
      apply all_there_true in A; destruct A as [r [E Incl]].
      destruct (pairs_begun_right m high near period_positive s _ false r B K E j J) as [p' [Jp H']].
      exists p'; split; [apply pair_in_In, Incl, Jp | exact H']. }
  intros w W; apply (From w W).
  - destruct (settled_right m high near (Known 0) 0 first_known first [None] r0 first_at) as [None_in _];
      [split; reflexivity | exact E0 |].
    destruct None_in as [p [I H]]; [now left |]; exists p; split; [apply pair_in_In, In0, I | exact H].
  - intros j J; pose proof (pairs_begun_right m high near period_positive first_known first true r1) as Right.
    destruct (Right first_at eq_refl E1 j J) as [p [I H]].
    exists p; split; [apply pair_in_In, In1, I | exact H].
Qed.

Lemma in_order_holds q F s : holds_all m high q F s -> holds_all m high q F (in_order s).
Proof.
  intros [B [K H]]; split; [exact B | split; [exact K |]].
  intros i I; apply H, (sorted_incl known known_eqb known_before), I.
Qed.

(* The base of each word has a set of some of its moves in play. *)
Lemma words_have_sets T : closed_sets T = true -> forall w, over (alphabet m) w ->
  exists s, In s T /\ holds_all m high (run (next m) first w) (items first (label m) (next m) (moves m) w) s.
Proof.
  unfold closed_sets; rewrite andb_true_iff, all_true; intros [Start Each].
  assert (Covered : forall q F s, holds_all m high q F s -> set_covered (collect set_hash T) s = true ->
    exists s', In s' T /\ holds_all m high q F s').
  { intros q F s [B [K H]] C; apply set_covered_In in C; destruct C as [G [I Incl]].
    exists (fst s, G); split; [exact I |]; split; [exact B | split; [exact K |]]; intros i J; apply H, Incl, J. }
  assert (From : forall u, over (alphabet m) u -> forall q F, (exists s, In s T /\ holds_all m high q F s) ->
    exists s, In s T /\ holds_all m high (run (next m) q u) (items_from first (label m) (next m) (moves m) q F u) s).
  { induction 1 as [| a u La _ IH]; intros q F [s [I H]]; [now exists s |].
    specialize (Each s I); destruct (set_is_right s); [| discriminate].
    rewrite all_true in Each; specialize (Each a (letters_In a La)).
    apply all_there_true in Each; destruct Each as [r [E C]].
    cbn [items_from]; change (run (next m) q (a :: u)) with (run (next m) (next m q a) u); apply IH.
    destruct (sets_after_right m high near strict period_positive s q F a r H E) as [s' [J H']].
    apply (Covered _ _ (in_order s')); [now apply in_order_holds | now apply C]. }
  intros w W; apply (From w W); apply (Covered _ _ first_set); [| exact Start].
  pose proof (settled_base_right m high (Known 0) 0 first_at) as B.
  apply in_order_holds; split; [exact B | split; [reflexivity |]].
  exact (begun_right m high near strict period_positive (settled_base m high (Known 0), 0%N) first true B eq_refl).
Qed.

Lemma base_label s q v : base_at m high (fst s) (fst q) -> snd s = snd q -> label_of_base s = Some v -> label m q = v.
Proof.
  destruct s as [b k], q as [x k']; unfold label_of_base; cbn [fst snd]; intros B <- E.
  apply (label_at_right m high period_positive b x _ (x, k) v B (own_stands m high b x k B) E).
Qed.

(* Then the machine gives the Grundy function of the words. *)
Theorem closed_levels_sound S T : all (rule_inside (alphabet m)) (moves m) = true ->
  closed_pairs S = true -> closed_sets T = true ->
  is_grundy word (word_move (alphabet m) (moves m)) value_on_levels.
Proof.
  intros Inside CS CT w; unfold value_on_levels at 1; destruct (is_over (alphabet m) w) eqn:W.
  - apply is_over_true in W; unfold label_of; set (q := run (next m) first w).
    destruct (words_have_pairs S CS w W) as [[p0 [I0 H0]] Pairs].
    destruct (words_have_sets T CT w W) as [s [Is [B [K Hs]]]].
    revert CS CT; unfold closed_pairs, closed_sets; rewrite !andb_true_iff, !all_true; intros [_ CP] [_ CT].
    assert (Same : forall v, offers (label m) (items first (label m) (next m) (moves m) w) v <->
      values_of_options word (word_move (alphabet m) (moves m)) value_on_levels w v).
    { intros v; rewrite (items_offer first (label m) (next m) (moves m) (alphabet m) w W v).
      assert (Parts : forall o, word_move (alphabet m) (moves m) w o ->
        value word (label_of first (label m) (next m)) o = value word value_on_levels o).
      { intros o M; unfold value; f_equal; apply map_ext_in; intros d I; unfold value_on_levels.
        now rewrite (proj2 (is_over_true _ d) (moves_inside _ _ Inside w o d M I)). }
      split; intros [o [M ->]]; exists o; rewrite Parts; auto. }
    split.
    + intros O; apply Same in O; destruct O as [j [J [Done E]]]; destruct (Pairs j J) as [p [I H]].
      specialize (CP p I); destruct (pair_is_right p) eqn:R; [| discriminate].
      destruct p as [b [i |]]; destruct H as [Bp [Kp St]]; simpl in St; [| contradiction].
      unfold pair_is_right in R; cbn [fst snd] in *.
      replace (complete i) with true in R by (rewrite <- Done; unfold complete; now rewrite (proj1 St)).
      destruct (worth_at m high (fst b) i) as [v |] eqn:V; [| discriminate].
      destruct (label_of_base b) as [u |] eqn:U; [| discriminate].
      rewrite (worth_at_right m high period_positive _ _ _ _ _ Bp St V) in E.
      rewrite (base_label b q u Bp Kp U) in E; subst u; rewrite N.eqb_refl in R; discriminate.
    + intros u L; apply Same; specialize (CT s Is); destruct (set_is_right s) eqn:R; [| discriminate].
      unfold set_is_right in R; destruct (label_of_base (fst s)) as [v |] eqn:V; [| discriminate].
      rewrite (base_label (fst s) q v B K V) in L.
      pose proof (proj1 (all_below_true _ _) R u L) as O; unfold set_offers in O; apply some_true in O.
      destruct O as [i [Ii O]]; destruct (complete i) eqn:Done; [| discriminate].
      destruct (worth_at m high (fst (fst s)) i) as [t |] eqn:Wt; [| discriminate]; apply N.eqb_eq in O; subst t.
      destruct (Hs i Ii) as [j [J St]]; exists j; split; [exact J | split].
      * rewrite <- Done; unfold complete; now rewrite (proj1 St).
      * symmetry; apply (worth_at_right m high period_positive _ _ _ _ _ B St Wt).
  - split; [| lia]; intros [o [M _]]; assert (O : over (alphabet m) w) by (destruct M; assumption).
    apply is_over_true in O; congruence.
Qed.

End Check.

(* A claim: the machine, what the check keeps, and why play ends. *)
Record levels_claim := {
  machine_on_levels : level_machine; claim_high : Z; claim_near : Z; claim_strict : bool;
  claim_weights : list N; claim_order : option order }.

Definition check_levels (c : levels_claim) : bool :=
  let m := machine_on_levels c in
  if 0 <? repeat_period m then
    if all (rule_falls (claim_weights c) (claim_order c)) (moves m) then
      if all (rule_inside (alphabet m)) (moves m) then
        if closed_pairs m (claim_high c) (claim_near c) (some_pairs m (claim_high c) (claim_near c)) then
          closed_sets m (claim_high c) (claim_near c) (claim_strict c)
            (some_sets m (claim_high c) (claim_near c) (claim_strict c))
        else false
      else false
    else false
  else false.

Definition levels_move (c : levels_claim) := word_move (alphabet (machine_on_levels c)) (moves (machine_on_levels c)).

Theorem check_levels_sound c : check_levels c = true ->
  is_grundy word (levels_move c) (value_on_levels (machine_on_levels c)).
Proof.
  unfold check_levels; destruct (Z.ltb_spec 0 (repeat_period (machine_on_levels c))) as [P |]; [| discriminate].
  destruct (all (rule_falls _ _) _); [| discriminate]; destruct (all (rule_inside _) _) eqn:I; [| discriminate].
  destruct (closed_pairs _ _ _ _) eqn:Pairs; [| discriminate]; intros Sets.
  exact (closed_levels_sound _ _ _ _ P _ _ I Pairs Sets).
Qed.

Lemma check_levels_smaller c : check_levels c = true -> forall w o d, levels_move c w o -> In d o ->
  below (claim_weights c) (claim_order c) d w.
Proof.
  unfold check_levels; destruct (0 <? repeat_period (machine_on_levels c)); [| discriminate].
  destruct (all (rule_falls _ _) _) eqn:E; [intros _ | discriminate].
  now apply order_proves_end.
Qed.

Theorem check_levels_outcome c : check_levels c = true -> forall words,
  lost word (levels_move c) words <-> nimsum (map (value_on_levels (machine_on_levels c)) words) = 0%N.
Proof.
  intros C words; apply (sprague_grundy word _ _ (below_wf (claim_weights c) (claim_order c))).
  - now apply check_levels_smaller.
  - now apply check_levels_sound.
Qed.

(* Other letters separate words, as in the claims of finite machines. *)
Section Walls.

Variable c : levels_claim.
Let m := machine_on_levels c.
Variable game : list rule.
Variable whole : N.
Hypothesis cut_game : moves m = map (cut (alphabet m)) game.
Hypothesis factors : Forall (unanchored (fun a => (a < alphabet m)%N)) game.
Hypothesis inside : all (rule_inside whole) game = true.

Let value_with_walls := walled (alphabet m) whole (value_on_levels m).

Theorem check_levels_walls_sound : check_levels c = true -> is_grundy word (word_move whole game) value_with_walls.
Proof.
  intros C; apply walls_sound; auto; rewrite <- cut_game; now apply check_levels_sound.
Qed.

Theorem check_levels_walls_outcome : check_levels c = true -> forall words,
  lost word (word_move whole game) words <-> nimsum (map value_with_walls words) = 0%N.
Proof.
  intros C words; apply walls_outcome with (below (claim_weights c) (claim_order c));
    try rewrite <- cut_game; auto using below_wf; [now apply check_levels_smaller | now apply check_levels_sound].
Qed.

End Walls.

(* `"aa" -> "a", "ab" -> ""`: 16 states, from level 6 on with period 2. *)
Definition merging_and_taking (labelled : N -> N) : levels_claim :=
  let state v a b := (labelled v, [a; b]) in
  {| machine_on_levels := {|
       alphabet := 2;
       moves := [Replace false [One 0%N; One 0%N] false [[0%N]]; Replace false [One 0%N; One 1%N] false [[]]];
       level_rows := [
         [state 0%N (Jump 1 0) (Jump 0 0)];
         [state 0%N (Jump 2 0) (Jump 2 1)];
         [state 1%N (Jump 3 0) (Jump 3 1); state 1%N (Jump 3 2) (Jump 2 1)];
         [state 0%N (Jump 4 0) (Jump 1 0); state 2%N (Jump 1 0) (Jump 0 0); state 1%N (Jump 4 1) (Jump 0 0)];
         [state 1%N (Jump 5 0) (Jump 2 0); state 0%N (Jump 5 1) (Jump 5 2)];
         [state 0%N (Jump 6 0) (Jump 3 0); state 1%N (Jump 6 1) (Jump 3 2); state 3%N (Jump 3 2) (Jump 2 1)];
         [state 1%N (Shift 1 0) (Shift (-2) 0); state 0%N (Shift 1 1) (Shift (-2) 1)];
         [state 0%N (Shift 1 0) (Shift (-2) 0); state 1%N (Shift 1 1) (Shift (-2) 1)]];
       repeat_from := 6; repeat_period := 2 |};
     claim_high := 16; claim_near := 4; claim_strict := false; claim_weights := [1%N; 1%N]; claim_order := None |}.

Example merging_and_taking_counts : check_levels (merging_and_taking (fun v => v)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* With the label 0 everywhere no smaller value is missing, but an option has its word's value. *)
Example all_zero_is_refused : check_levels (merging_and_taking (fun _ => 0%N)) = false.
Proof. vm_cast_no_check (eq_refl false). Qed.
