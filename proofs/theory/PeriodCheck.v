(* PeriodCheck.v: a checker for claims of periods of heap games, and its soundness.

   A claim is a code, the preperiod, the period, and the values up to the end of the first period.
   If it passes, the function that it describes is the Grundy function of the code. The values of
   the options of a heap are never listed: two lists of values are walked in opposite directions,
   and for each value below that of the heap an option is sought, which is found soon. *)
From Coq Require Import NArith List Lia Bool Arith.
From Grundy Require Import Nim SpragueGrundy Octal Periods.
Import ListNotations.
Open Scope nat_scope.

Record claim := {
  game : code;
  preperiod : nat;
  period : nat;
  listed : list N;
}.

(* The function that a claim describes. *)
Definition claimed (c : claim) (n : nat) : N :=
  nth (if n <? preperiod c + period c then n
       else preperiod c + (n - preperiod c) mod period c) (listed c) 0%N.

(* Whether v is the value of two parts: up is f 1, f 2, .., down is f (m - 1), f (m - 2), .., and
   as many pairs are tried as the length of clock has pairs. *)
Fixpoint two (v : N) (up down clock : list N) : bool :=
  match clock, up, down with
  | _ :: _ :: clock, a :: up, b :: down =>
      if N.eqb (N.lxor a b) v then true else two v up down clock
  | _, _, _ => false
  end.

(* Three parts, of which the first is one of `first`; down is f (m - 1), .., f 0. *)
Fixpoint three (v : N) (up first down : list N) : bool :=
  match first, down with
  | a :: first, _ :: down =>
      if two (N.lxor v a) up down down then true else three v up first down
  | _, _ => false
  end.

(* Two or three parts of m counters, by the bits of a digit; down is f (m - 1), .., f 0. *)
Definition splits (unequal : bool) (d v : N) (up down : list N) : bool :=
  if (if N.testbit d 2 then two v up down (if unequal then tl down else down) else false)
  then true
  else if N.testbit d 3 then three v up up down else false.

(* Whether v is the value of an option that takes some counters: ds are the digits for the amounts
   to come, down is f m, .., f 0 if m counters are left now. *)
Fixpoint takes (unequal : bool) (ds : list N) (v : N) (up down : list N) : bool :=
  match ds, down with
  | d :: ds, g :: rest =>
      if (match rest with
          | [] => if N.testbit d 0 then N.eqb 0 v else false
          | _ :: _ => if N.testbit d 1 then N.eqb g v else false
          end)
      then true
      else if splits unequal d v up rest then true
      else takes unequal ds v up rest
  | _, _ => false
  end.

(* Whether v is the value of an option of heap n; down is f (n - 1), .., f 0. *)
Definition option_value (D : code) (up down : list N) (v : N) : bool :=
  match digits D with
  | [] => false
  | d :: ds =>
      if splits (unequal D) d v up down then true else takes (unequal D) ds v up down
  end.

(* Each of the values vs is the mex of those of the options; down has the values before them. *)
Fixpoint walk (D : code) (up down vs : list N) : bool :=
  match vs with
  | [] => true
  | v :: vs =>
      if option_value D up down v then false
      else if all_below v (option_value D up down) then walk D up (v :: down) vs
      else false
  end.

(* The digits are ones that the checker can read: at most three parts, and two if unequal. No
   counter taken leaves at least two heaps. *)
Definition readable (D : code) : bool :=
  all (fun d => N.ltb d (if unequal D then 8 else 16)) (digits D) &&
  negb (N.testbit (digit D 0) 0).

(* The most heaps that a move leaves. *)
Definition parts (D : code) : nat :=
  if some (N.leb 8) (digits D) then 3
  else if some (N.leb 4) (digits D) then 2
  else if unequal D then 2 else 1.

(* The first heap whose value follows from the others by the theorem. *)
Definition window_end (D : code) (n0 p : nat) : nat :=
  if unequal D then 2 * n0 + 3 * p + largest D
  else parts D * (n0 + p - 1) + largest D + 1.

(* The values vs, and then the period again and again, up to a length. *)
Fixpoint repeated (length : nat) (vs period : list N) : list N :=
  match length with
  | O => []
  | S length =>
      match vs with
      | v :: vs => v :: repeated length vs period
      | [] => match period with [] => [] | v :: vs => v :: repeated length vs period end
      end
  end.

Definition check (c : claim) : bool :=
  let vs := repeated (window_end (game c) (Nat.max 1 (preperiod c)) (period c))
    (listed c) (skipn (preperiod c) (listed c)) in
  readable (game c) && (1 <=? period c) && (length (listed c) =? preperiod c + period c) &&
  walk (game c) (tl vs) [] vs.

(* Soundness. f (n - 1), .., f 0: *)
Fixpoint down_from (f : nat -> N) (n : nat) : list N :=
  match n with O => [] | S n => f n :: down_from f n end.

Lemma down_from_length f n : length (down_from f n) = n.
Proof. induction n; simpl; auto. Qed.

Lemma down_from_nth f n i : i < n -> nth i (down_from f n) 0%N = f (n - 1 - i).
Proof.
  revert i; induction n as [| n IH]; intros [| i] L; simpl; try lia; [f_equal; lia |].
  rewrite IH by lia; f_equal; lia.
Qed.

Lemma two_true v up : forall down clock, two v up down clock = true <->
  exists i, 2 * i + 2 <= length clock /\ i < length up /\ i < length down /\
    N.lxor (nth i up 0%N) (nth i down 0%N) = v.
Proof.
  induction up as [| a up IH]; intros down clock.
  { split; [now destruct clock as [| ? [| ? ?]] | intros [i [_ [L _]]]; simpl in L; lia]. }
  destruct clock as [| x [| y clock]]; simpl two.
  1-2: split; [discriminate | intros [i [L _]]; simpl in L; lia].
  destruct down as [| b down].
  { split; [discriminate | intros [i [_ [_ [L _]]]]; simpl in L; lia]. }
  destruct (N.eqb_spec (N.lxor a b) v) as [E | E].
  - split; [intros _ | reflexivity]; exists 0; simpl; repeat split; [lia.. | exact E].
  - rewrite IH; split; intros [i [H1 [H2 [H3 H4]]]].
    + exists (S i); simpl; repeat split; [lia.. | exact H4].
    + destruct i as [| i]; [contradiction |]; exists i; simpl in *; repeat split; [lia.. | exact H4].
Qed.

Section Heap.

Variable f : nat -> N.
Variable up : list N.
Variable n : nat.
Hypothesis up_nth : forall i, nth i up 0%N = f (S i).
Hypothesis up_length : n <= S (length up).

(* v is the value of that many parts of m counters. *)
Definition of_parts (unequal : bool) (count m : nat) (v : N) : Prop :=
  exists parts, length parts = count /\ Forall (fun a => 1 <= a) parts /\ list_sum parts = m /\
    (unequal = true -> NoDup parts) /\ v = value nat f parts.

Lemma of_parts_0 u m v : of_parts u 0 m v <-> m = 0 /\ v = 0%N.
Proof.
  split.
  - intros [[| a l] [L [_ [S [_ V]]]]]; [auto | discriminate].
  - intros [-> ->]; exists []; repeat split; constructor.
Qed.

Lemma of_parts_1 u m v : of_parts u 1 m v <-> 1 <= m /\ v = f m.
Proof.
  split.
  - intros [[| a [| b l]] [L [F [S [_ ->]]]]]; try discriminate.
    inversion F; subst; simpl; rewrite Nat.add_0_r; split; [lia |].
    unfold value; simpl; apply N.lxor_0_r.
  - intros [L ->]; exists [m]; repeat split; simpl; auto; try lia.
    + constructor; [intros [] | constructor].
    + unfold value; simpl; now rewrite N.lxor_0_r.
Qed.

Lemma two_of_parts (u : bool) m v : m <= n ->
  two v up (down_from f m) (if u then tl (down_from f m) else down_from f m) = true <->
  of_parts u 2 m v.
Proof.
  intros Lm; rewrite two_true, down_from_length.
  assert (Len : length (if u then tl (down_from f m) else down_from f m) = if u then m - 1 else m).
  { destruct u; [destruct m; simpl; [reflexivity |] |]; rewrite down_from_length; lia. }
  rewrite Len; clear Len; split.
  - intros [i [H1 [H2 [H3 <-]]]]; rewrite up_nth, down_from_nth by assumption.
    exists [S i; m - 1 - i]; split; [reflexivity |].
    split; [| split; [| split]].
    + constructor; [lia | constructor; [destruct u; lia | constructor]].
    + simpl; destruct u; lia.
    + intros U; rewrite U in H1; constructor; [intros [E | []]; lia | constructor; [intros [] | constructor]].
    + unfold value; simpl; now rewrite N.lxor_0_r.
  - intros [[| a [| b [| c l]]] [L [F [S [U ->]]]]]; try discriminate.
    inversion F as [| a' l' A F']; inversion F' as [| b' l'' B _]; subst; clear F F' L.
    simpl in *; rewrite Nat.add_0_r in *.
    assert (W : forall a b, 1 <= a -> a <= b -> (u = true -> a <> b) -> a + b <= n ->
      exists i, 2 * i + 2 <= (if u then a + b - 1 else a + b) /\ i < length up /\ i < a + b /\
        N.lxor (nth i up 0%N) (nth i (down_from f (a + b)) 0%N) = value nat f [a; b]).
    { clear - up_nth up_length; intros a b A L D Ln; exists (a - 1).
      rewrite up_nth, down_from_nth by lia.
      replace (S (a - 1)) with a by lia; replace (a + b - 1 - (a - 1)) with b by lia.
      unfold value; simpl; rewrite N.lxor_0_r; repeat split; try lia.
      destruct u; [specialize (D eq_refl) |]; lia. }
    assert (D : u = true -> a <> b :> nat).
    { intros Q E; specialize (U Q); inversion U as [| ? ? Not _]; apply Not; now left. }
    destruct (le_lt_dec a b) as [C | C]; [now apply W |].
    destruct (W b a) as [i Hi]; [lia | lia | intros Q E; now apply D | lia |].
    exists i; rewrite (Nat.add_comm a b); replace (value nat f [a; b]) with (value nat f [b; a]);
      [exact Hi |].
    unfold value; simpl; rewrite !N.lxor_0_r; apply N.lxor_comm.
Qed.

Lemma three_true v : forall first m, m <= n -> three v up first (down_from f m) = true <->
  exists i, i < length first /\ i < m /\ of_parts false 2 (m - 1 - i) (N.lxor v (nth i first 0%N)).
Proof.
  induction first as [| a first IH]; intros m L.
  { split; [discriminate | intros [i [H _]]; simpl in H; lia]. }
  destruct m as [| m]; simpl; [split; [discriminate | intros [i [_ [H _]]]; lia] |].
  pose proof (two_of_parts false m (N.lxor v a) ltac:(lia)) as T; simpl in T.
  destruct (two _ _ _ _) eqn:E.
  - split; [intros _ | reflexivity]; exists 0; repeat split; try lia.
    simpl; rewrite !Nat.sub_0_r; now apply T.
  - rewrite IH by lia; split.
    + intros [i [H1 [H2 H3]]]; exists (S i); repeat split; try lia.
      now replace (m - 0 - S i) with (m - 1 - i) by lia.
    + intros [[| i] [H1 [H2 H3]]].
      * rewrite !Nat.sub_0_r in H3; apply T in H3; discriminate.
      * exists i; repeat split; try lia.
        now replace (m - 0 - S i) with (m - 1 - i) in H3 by lia.
Qed.

Lemma three_of_parts m v : m <= n ->
  three v up up (down_from f m) = true <-> of_parts false 3 m v.
Proof.
  intros Lm; rewrite three_true by exact Lm; split.
  - intros [i [H1 [H2 [l [L [F [S [_ V]]]]]]]]; exists (Datatypes.S i :: l); simpl.
    split; [simpl; lia | split; [constructor; [lia | exact F] |]].
    split; [simpl; lia | split; [discriminate |]].
    rewrite value_cons, <- V, up_nth, N.lxor_comm, N.lxor_assoc, N.lxor_nilpotent.
    now rewrite N.lxor_0_r.
  - intros [[| a l] [L [F [S [_ ->]]]]]; [discriminate |]; simpl in *.
    inversion F as [| a' l' A F']; subst.
    exists (a - 1).
    assert (1 <= list_sum l).
    { destruct l as [| b l]; [discriminate |]; inversion F'; simpl; lia. }
    split; [lia | split; [lia |]]; exists l.
    split; [lia | split; [exact F' | split; [lia | split; [discriminate |]]]].
    rewrite up_nth, value_cons; replace (Datatypes.S (a - 1)) with a by lia.
    rewrite N.lxor_comm, <- N.lxor_assoc, N.lxor_nilpotent; apply N.lxor_0_l.
Qed.

(* A digit that can be read: bit i, and that many parts. *)
Definition digit_reads (u : bool) (d : N) : Prop := (d < if u then 8 else 16)%N.

Lemma splits_true u d v m : digit_reads u d -> m <= n ->
  splits u d v up (down_from f m) = true <->
  exists count, 2 <= count /\ N.testbit d (N.of_nat count) = true /\ of_parts u count m v.
Proof.
  intros R L; unfold splits.
  pose proof (two_of_parts u m v L) as T2; pose proof (three_of_parts m v L) as T3.
  assert (High : forall i, 4 <= i -> N.testbit d (N.of_nat i) = false).
  { intros i Li; destruct (N.eq_dec d 0) as [-> | Z]; [apply N.bits_0 |].
    apply N.bits_above_log2, N.log2_lt_pow2; [lia |].
    apply N.lt_le_trans with 16%N; [unfold digit_reads in R; destruct u; lia |].
    change 16%N with (2 ^ 4)%N; apply N.pow_le_mono_r; lia. }
  assert (High3 : u = true -> N.testbit d 3 = false).
  { intros ->; unfold digit_reads in R; destruct (N.eq_dec d 0) as [-> | Z]; [reflexivity |].
    apply N.bits_above_log2, N.log2_lt_pow2; [lia | exact R]. }
  split.
  - destruct (N.testbit d 2) eqn:B2.
    + destruct (two _ _ _ _) eqn:E.
      * intros _; exists 2; repeat split; [lia | exact B2 | now apply T2].
      * destruct (N.testbit d 3) eqn:B3; [| discriminate].
        destruct u; [now specialize (High3 eq_refl) |].
        intros H; exists 3; repeat split; [lia | exact B3 | now apply T3].
    + destruct (N.testbit d 3) eqn:B3; [| discriminate].
      destruct u; [now specialize (High3 eq_refl) |].
      intros H; exists 3; repeat split; [lia | exact B3 | now apply T3].
  - intros [i [Li [B P]]].
    destruct (Nat.eq_dec i 2) as [-> | N2].
    + change (N.of_nat 2) with 2%N in B; rewrite B; apply T2 in P; now rewrite P.
    + destruct (Nat.eq_dec i 3) as [-> | N3]; [| rewrite High in B; [discriminate | lia]].
      change (N.of_nat 3) with 3%N in B.
      destruct u; [rewrite High3 in B; [discriminate | reflexivity] |].
      apply T3 in P; rewrite B, P; now destruct (if N.testbit d 2 then _ else _).
Qed.

Lemma takes_true u v ds : forall m, Forall (digit_reads u) ds -> m < n ->
  takes u ds v up (down_from f (S m)) = true <->
  exists t r count, t + r = m /\ N.testbit (nth t ds 0%N) (N.of_nat count) = true /\
    of_parts u count r v.
Proof.
  induction ds as [| d ds IH]; intros m R L.
  { split; [discriminate |]; intros [t [r [count [_ [B _]]]]].
    rewrite (nth_overflow [] 0%N (Nat.le_0_l t)), N.bits_0 in B; discriminate. }
  inversion R as [| d' ds' Rd Rds]; subst.
  change (takes u (d :: ds) v up (down_from f (S m))) with
    (if (match down_from f m with
         | [] => if N.testbit d 0 then N.eqb 0 v else false
         | _ :: _ => if N.testbit d 1 then N.eqb (f m) v else false
         end) then true
     else if splits u d v up (down_from f m) then true else takes u ds v up (down_from f m)).
  assert (Few : (match down_from f m with
         | [] => if N.testbit d 0 then N.eqb 0 v else false
         | _ :: _ => if N.testbit d 1 then N.eqb (f m) v else false
         end) = true <-> exists count, count < 2 /\ N.testbit d (N.of_nat count) = true /\ of_parts u count m v).
  { split.
    - destruct m as [| m]; simpl.
      + destruct (N.testbit d 0) eqn:B; [| discriminate]; intros E.
        exists 0; repeat split; [lia | exact B | apply of_parts_0; now destruct v].
      + destruct (N.testbit d 1) eqn:B; [| discriminate]; intros E; apply N.eqb_eq in E.
        exists 1; repeat split; [lia | exact B | apply of_parts_1; split; [lia | congruence]].
    - intros [[| [| count]] [Lc [B P]]]; [| | lia]; simpl in B.
      + apply of_parts_0 in P; destruct P as [-> ->]; simpl; now rewrite B.
      + apply of_parts_1 in P; destruct P as [Lm ->]; destruct m as [| m]; [lia |]; simpl.
        rewrite B; apply N.eqb_refl. }
  pose proof (splits_true u d v m Rd ltac:(lia)) as Many.
  assert (Later : takes u ds v up (down_from f m) = true <->
    exists t r count, S t + r = m /\ N.testbit (nth t ds 0%N) (N.of_nat count) = true /\ of_parts u count r v).
  { destruct m as [| m].
    - split; [destruct ds; discriminate | intros [t [r [c [E _]]]]; lia].
    - rewrite IH by (assumption || lia); split; intros [t [r [c [E H]]]]; exists t, r, c; split; auto; lia. }
  split.
  - intros H; destruct (match down_from f m with [] => _ | _ => _ end).
    { destruct (proj1 Few eq_refl) as [c [_ [B P]]]; exists 0, m, c; auto. }
    destruct (splits _ _ _ _ _).
    { destruct (proj1 Many eq_refl) as [c [_ [B P]]]; exists 0, m, c; auto. }
    destruct (proj1 Later H) as [t [r [c [E [B P]]]]]; exists (S t), r, c; auto.
  - intros [[| t] [r [c [E [B P]]]]].
    + simpl in E, B; subst r; destruct (le_lt_dec 2 c) as [C | C].
      * rewrite (proj2 Many) by (exists c; auto); now destruct (match down_from f m with [] => _ | _ => _ end).
      * now rewrite (proj2 Few) by (exists c; auto).
    + rewrite (proj2 Later) by (exists t, r, c; auto).
      destruct (match down_from f m with [] => _ | _ => _ end); [reflexivity |].
      now destruct (splits _ _ _ _ _).
Qed.

Lemma values_at_takes D v : values_at D f n v <->
  exists t r count, t + r = n /\ N.testbit (digit D t) (N.of_nat count) = true /\
    of_parts (unequal D) count r v /\ (t = 0 -> r <> 0 -> count <> 1).
Proof.
  split.
  - intros [l [[F [S [B U]]] ->]].
    exists (n - list_sum l), (list_sum l), (length l); repeat split; try lia; auto.
    + exists l; repeat split; auto.
      revert F; apply Forall_impl; intros a H; lia.
    + intros T R C; destruct l as [| a [| b l]]; try discriminate.
      inversion F; subst; simpl in *; lia.
  - intros [t [r [c [E [B [[l [L [F [S [U ->]]]]] One]]]]]]; exists l; split; [| reflexivity].
    subst c r; repeat split; auto; try lia.
    + apply Forall_forall; intros a I; rewrite Forall_forall in F; pose proof (F a I).
      destruct (in_split _ _ I) as [l1 [l2 ->]]; split; [lia |].
      assert (Sum : list_sum (l1 ++ a :: l2) = a + (list_sum l1 + list_sum l2))
        by (rewrite list_sum_app; simpl; lia).
      destruct (Nat.eq_dec t 0) as [T | T]; [| lia].
      destruct (Nat.eq_dec (list_sum l1 + list_sum l2) 0) as [Z | Z]; [| lia].
      exfalso; apply One; [exact T | lia |].
      assert (Empty : forall k, (forall x, In x k -> 1 <= x) -> list_sum k = 0 -> k = []).
      { intros [| x k] P Q; [reflexivity |]; specialize (P x (or_introl eq_refl)); simpl in Q; lia. }
      rewrite (Empty l1), (Empty l2); [reflexivity | | lia | | lia];
        intros x J; apply F, in_or_app; simpl; auto.
    + replace (n - list_sum l) with t by lia; exact B.
Qed.

Lemma option_value_true D v : readable D = true ->
  option_value D up (down_from f n) v = true <-> values_at D f n v.
Proof.
  unfold readable; rewrite andb_true_iff, all_true, negb_true_iff; intros [Reads Zero].
  assert (R : Forall (digit_reads (unequal D)) (digits D)).
  { apply Forall_forall; intros d I; apply N.ltb_lt, Reads, I. }
  rewrite values_at_takes; unfold option_value, digit in *.
  destruct (digits D) as [| d ds].
  { split; [discriminate |]; intros [t [r [c [_ [B _]]]]].
    rewrite (nth_overflow [] 0%N (Nat.le_0_l t)), N.bits_0 in B; discriminate. }
  inversion R as [| d' ds' Rd Rds]; subst; clear R Reads; simpl in Zero.
  pose proof (splits_true (unequal D) d v n Rd (le_n n)) as Many.
  assert (Later : takes (unequal D) ds v up (down_from f n) = true <->
    exists t r count, S t + r = n /\ N.testbit (nth t ds 0%N) (N.of_nat count) = true /\ of_parts (unequal D) count r v).
  { destruct (Nat.eq_dec n 0) as [E | E].
    - rewrite E; split; [destruct ds; discriminate | intros [t [r [c [H _]]]]; lia].
    - replace n with (S (n - 1)) by lia; rewrite takes_true by (assumption || lia).
      split; intros [t [r [c [H P]]]]; exists t, r, c; split; auto; lia. }
  split.
  - intros H; destruct (splits _ _ _ _ _).
    + destruct (proj1 Many eq_refl) as [c [C [B P]]]; exists 0, n, c; repeat split; auto; lia.
    + destruct (proj1 Later H) as [t [r [c [E [B P]]]]]; exists (S t), r, c; repeat split; auto; lia.
  - intros [[| t] [r [c [E [B [P One]]]]]].
    + simpl in E, B; subst r.
      enough (2 <= c) by (rewrite (proj2 Many) by (exists c; auto); reflexivity).
      destruct c as [| [| c]]; [simpl in B; congruence | | lia].
      apply of_parts_1 in P; exfalso; apply One; lia.
    + rewrite (proj2 Later) by (exists t, r, c; auto); now destruct (splits _ _ _ _ _).
Qed.

End Heap.
