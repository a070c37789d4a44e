(* PeriodSound.v: the checker of PeriodCheck.v is sound. A claim that it accepts describes the
   Grundy function of the game, so it decides who wins every sum of heaps. *)
From Coq Require Import NArith List Lia Bool Arith.
From Grundy Require Import Nim SpragueGrundy Octal Periods.
Import ListNotations.
Open Scope nat_scope.
From Grundy Require Import PeriodCheck.

Lemma walk_true D vs f : readable D = true -> (forall i, i < length vs -> nth i vs 0%N = f i) ->
  (forall i, length vs <= i -> f i = 0%N) ->
  forall rest done, done ++ rest = vs ->
  walk D (tl vs) (down_from f (length done)) rest = true ->
  forall n, length done <= n < length vs -> is_mex (f n) (values_at D f n).
Proof.
  intros R V Beyond rest; induction rest as [| v rest IH]; intros done E W n Ln.
  { rewrite app_nil_r in E; subst; lia. }
  assert (Up : forall i, nth i (tl vs) 0%N = f (S i)).
  { intros i; destruct (le_lt_dec (length vs) (S i)) as [L | L].
    - rewrite Beyond by exact L; destruct vs; simpl in *; [now destruct i | apply nth_overflow; lia].
    - rewrite <- V by exact L; now destruct vs, i. }
  assert (Len : length done < length vs) by (rewrite <- E, app_length; simpl; lia).
  assert (Ev : f (length done) = v).
  { rewrite <- V by exact Len; rewrite <- E, app_nth2, Nat.sub_diag by lia; reflexivity. }
  assert (Long : length done <= S (length (tl vs))) by (destruct vs; simpl in *; lia).
  pose proof (fun u => option_value_true f (tl vs) (length done) Up Long D u R) as O.
  simpl in W; destruct (option_value _ _ _ v) eqn:Not; [discriminate |].
  destruct (all_below v _) eqn:Below; [| discriminate].
  destruct (Nat.eq_dec n (length done)) as [-> | Ne].
  - rewrite Ev; split.
    + intros H; apply O in H; congruence.
    + intros u L; apply O; exact (proj1 (all_below_true _ _) Below u L).
  - apply (IH (done ++ [v])).
    + now rewrite <- app_assoc.
    + rewrite app_length, Nat.add_comm; simpl; rewrite Ev; exact W.
    + rewrite app_length; simpl; lia.
Qed.

Lemma parts_at_most D : readable D = true -> at_most_parts D (parts D) /\ 1 <= parts D.
Proof.
  unfold readable; rewrite andb_true_iff, all_true; intros [Reads _].
  split; [| unfold parts; destruct (some (N.leb 8) (digits D)), (some (N.leb 4) (digits D)), (unequal D); lia].
  intros n l [_ [_ [B _]]]; set (d := digit D (n - list_sum l)) in *.
  destruct (in_dec N.eq_dec d (digits D)) as [I | I].
  2:{ enough (E : d = 0%N) by (rewrite E, N.bits_0 in B; discriminate).
      unfold d, digit in *; destruct (nth_in_or_default (n - list_sum l) (digits D) 0%N); tauto. }
  assert (Bound : forall b, (d < 2 ^ N.of_nat (S b))%N -> length l <= b).
  { intros b L; destruct (le_lt_dec (length l) b) as [H | H]; [exact H | exfalso].
    rewrite N.bits_above_log2 in B; [discriminate |].
    destruct (N.eq_dec d 0) as [Z | Z]; [rewrite Z in *; rewrite N.bits_0 in B; discriminate |].
    apply N.lt_le_trans with (N.of_nat (S b)); [apply N.log2_lt_pow2; lia | lia]. }
  pose proof (Reads d I) as Rd; apply N.ltb_lt in Rd.
  unfold parts; destruct (some (N.leb 8) _) eqn:S8.
  { apply Bound; simpl; destruct (unequal D); lia. }
  assert (L8 : (d < 8)%N).
  { destruct (N.lt_ge_cases d 8) as [L | L]; [exact L |].
    exfalso; assert (T : some (N.leb 8) (digits D) = true)
      by (apply some_true; exists d; split; [exact I | now apply N.leb_le]).
    congruence. }
  destruct (some (N.leb 4) _) eqn:S4; [apply Bound; exact L8 |].
  assert (L4 : (d < 4)%N).
  { destruct (N.lt_ge_cases d 4) as [L | L]; [exact L |]; exfalso.
    assert (T : some (N.leb 4) (digits D) = true)
      by (apply some_true; exists d; split; [exact I | now apply N.leb_le]).
    congruence. }
  pose proof (Bound 1 L4); destruct (unequal D); lia.
Qed.

Lemma repeated_nth p period : length period = p -> 1 <= p -> forall len vs i, i < len ->
  nth i (repeated len vs period) 0%N =
  if i <? length vs then nth i vs 0%N else nth ((i - length vs) mod p) period 0%N.
Proof.
  intros Lp P; induction len as [| len IH]; intros vs i L; [lia |].
  destruct vs as [| v vs]; simpl repeated.
  - destruct period as [| v vs] eqn:E; [simpl in Lp; lia |].
    destruct i as [| i]; [simpl; now rewrite Nat.mod_0_l by lia |].
    transitivity (nth (S i mod p) (v :: vs) 0%N); [| reflexivity].
    simpl in Lp; transitivity (nth i (repeated len vs (v :: vs)) 0%N); [reflexivity |].
    rewrite IH by lia; destruct (Nat.ltb_spec i (length vs)) as [C | C].
    + rewrite Nat.mod_small by lia; reflexivity.
    + replace (S i) with (i - length vs + 1 * p) by lia; now rewrite Nat.mod_add by lia.
  - destruct i as [| i]; [reflexivity |]; simpl nth; rewrite IH by lia.
    simpl length; replace (S i <? S (length vs)) with (i <? length vs); [reflexivity |].
    now destruct (Nat.ltb_spec i (length vs)), (Nat.ltb_spec (S i) (S (length vs))); try lia.
Qed.

Lemma repeated_length period : period <> [] -> forall len vs, length (repeated len vs period) = len.
Proof.
  intros P; induction len as [| len IH]; intros vs; [reflexivity |]; simpl.
  destruct vs as [| v vs]; [| simpl; now rewrite IH].
  destruct period as [| v vs] eqn:E; [contradiction | simpl; now rewrite IH].
Qed.

Lemma nth_skipped (l : list N) : forall s i, nth i (skipn s l) 0%N = nth (s + i) l 0%N.
Proof.
  induction l as [| x l IH]; intros [| s] i; simpl; auto; now destruct i.
Qed.

Lemma claimed_periodic c : 1 <= period c -> periodic_from (claimed c) (preperiod c) (period c).
Proof.
  intros P n L; unfold claimed; f_equal.
  destruct (Nat.ltb_spec (n + period c) (preperiod c + period c)); [lia |].
  replace (n + period c - preperiod c) with (n - preperiod c + 1 * period c) by lia.
  rewrite Nat.mod_add by lia.
  destruct (Nat.ltb_spec n (preperiod c + period c)); [rewrite Nat.mod_small |]; lia.
Qed.

(* A claim that passes describes the Grundy function of the code, for heaps of every size. *)
Theorem check_sound c : check c = true -> heap_values (game c) (claimed c).
Proof.
  unfold check; rewrite !andb_true_iff, Nat.leb_le, Nat.eqb_eq.
  set (n0 := Nat.max 1 (preperiod c)); set (p := period c); set (D := game c).
  set (len := window_end D n0 p).
  set (vs := repeated len (listed c) (skipn (preperiod c) (listed c))).
  intros [[[R P] L] W].
  assert (Lp : length (skipn (preperiod c) (listed c)) = p) by (rewrite skipn_length; lia).
  assert (Lvs : length vs = len) by (apply repeated_length; intros E; rewrite E in Lp; simpl in Lp; lia).
  assert (Same : forall i, i < len -> nth i vs 0%N = claimed c i).
  { intros i Li; unfold vs; rewrite (repeated_nth p _ Lp P) by exact Li.
    unfold claimed; rewrite L; fold p; destruct (Nat.ltb_spec i (preperiod c + p)); [reflexivity |].
    rewrite nth_skipped; f_equal.
    replace (i - preperiod c) with (i - (preperiod c + p) + 1 * p) by lia.
    now rewrite Nat.mod_add by lia. }
  destruct (parts_at_most D R) as [S S1].
  set (f := fun i => if i <? len then claimed c i else 0%N).
  assert (Eq : forall n, n < len -> is_mex (claimed c n) (values_at D (claimed c) n)).
  { intros n Ln.
    assert (M : is_mex (f n) (values_at D f n)).
    { apply (walk_true D vs f R) with (rest := vs) (done := []); auto.
      - intros i Li; rewrite Same by lia; unfold f; destruct (Nat.ltb_spec i len); [reflexivity | lia].
      - intros i Li; unfold f; destruct (Nat.ltb_spec i len); [lia | reflexivity].
      - simpl; lia. }
    assert (Ef : forall m, m <= n -> f m = claimed c m)
      by (intros m Lm; unfold f; destruct (Nat.ltb_spec m len); [reflexivity | lia]).
    rewrite <- (Ef n) by lia; apply (is_mex_ext (values_at D f n)); [| exact M].
    apply values_at_ext; intros m Lm; apply Ef; lia. }
  apply (equation_repeats D (claimed c) n0 p) with (s := parts D); auto; [lia | |].
  - intros n Ln; apply claimed_periodic; [exact P | lia].
  - intros n Near; apply Eq; unfold len, window_end, far in *.
    destruct (le_lt_dec p n) as [Lpn | Lpn]; [| destruct (unequal D); nia].
    destruct (le_lt_dec n0 (n - p)) as [Ln | Ln]; [| destruct (unequal D); nia].
    destruct (unequal D) eqn:U; [| nia].
    destruct (le_lt_dec (2 * n0 + 2 * p + largest D) (n - p)) as [F | F]; [| lia].
    exfalso; apply Near; repeat split; auto.
    clear - U R; unfold readable in R; rewrite andb_true_iff, all_true in R; destruct R as [R _].
    unfold parts; rewrite U in *.
    destruct (some (N.leb 8) _) eqn:S8; [| now destruct (some (N.leb 4) (digits D))].
    apply some_true in S8; destruct S8 as [d [I H]]; apply N.leb_le in H.
    specialize (R d I); apply N.ltb_lt in R; lia.
Qed.

(* Who wins, for every sum of heaps. *)
Corollary check_outcome c : check c = true -> forall heaps,
  lost nat (heap_move (game c)) heaps <-> nimsum (map (claimed c) heaps) = 0%N.
Proof. intros C; apply heaps_outcome, check_sound, C. Qed.
