(* Subtraction.v: finite subtraction sets. The last values, as many as the largest amount, determine
   the next one; so two equal windows are followed by equal values.

   A subtraction set is the code whose digits are 3 at the amounts and 0 elsewhere. *)
From Coq Require Import NArith List Lia Bool Arith.
From Grundy Require Import Nim SpragueGrundy Octal Periods.
Import ListNotations.
Open Scope nat_scope.

Definition is_subtraction (D : code) : Prop :=
  digit D 0 = 0%N /\ forall j, digit D j = 0%N \/ digit D j = 3%N.

Section Subtraction.

Variable D : code.
Variable f : nat -> N.
Hypothesis subtraction : is_subtraction D.
Hypothesis f0 : f 0 = 0%N.

Lemma subtraction_values n v : values_at D f n v <->
  exists j, 1 <= j <= n /\ digit D j = 3%N /\ v = f (n - j).
Proof.
  destruct subtraction as [Zero Digits]; split.
  - intros [l [[F [S [B U]]] ->]]; exists (n - list_sum l).
    destruct (Digits (n - list_sum l)) as [E | E]; rewrite E in B; [now rewrite N.bits_0 in B |].
    assert (n - list_sum l <> 0) by (intros Z; rewrite Z in E; congruence).
    split; [lia | split; [exact E |]].
    replace (n - (n - list_sum l)) with (list_sum l) by lia.
    destruct l as [| a [| b l]].
    + symmetry; exact f0.
    + unfold value; simpl; rewrite N.lxor_0_r, Nat.add_0_r; reflexivity.
    + rewrite N.bits_above_log2 in B; [discriminate |].
      change (N.log2 3) with 1%N; simpl length; lia.
  - intros [j [Lj [E ->]]].
    destruct (Nat.eq_dec j n) as [-> | Ne].
    + exists []; rewrite Nat.sub_diag; split; [| exact f0].
      repeat split; simpl; [constructor | lia | now rewrite Nat.sub_0_r, E | constructor].
    + exists [n - j]; split; [| unfold value; simpl; now rewrite N.lxor_0_r].
      repeat split; simpl.
      * constructor; [lia | constructor].
      * lia.
      * replace (n - (n - j + 0)) with j by lia; now rewrite E.
      * intros _; constructor; [intros [] | constructor].
Qed.

End Subtraction.

(* Equal windows of `largest D` values, the first of which begins at heap n0. *)
Theorem subtraction_period D f n0 p : is_subtraction D -> heap_values D f ->
  (forall n, n0 <= n < n0 + largest D -> f (n + p) = f n) -> periodic_from f n0 p.
Proof.
  intros Sub V Window n; induction n as [n IH] using (well_founded_induction lt_wf); intros Ln.
  destruct (le_lt_dec (n0 + largest D) n) as [L | L]; [| apply Window; lia].
  assert (F0 : f 0 = 0%N).
  { apply (is_mex_unique (values_at D f 0)); [apply V | split; [| lia]].
    intros [l [[F [S [B _]]] _]]; simpl in B; rewrite (proj1 Sub), N.bits_0 in B; discriminate. }
  apply (is_mex_unique (values_at D f n)); [| apply V].
  apply (is_mex_ext (values_at D f (n + p))); [| apply V].
  intros v; rewrite !subtraction_values by assumption.
  assert (Within : forall j, digit D j = 3%N -> j <= largest D).
  { intros j E; destruct (le_lt_dec j (largest D)) as [H | H]; [exact H |].
    rewrite (digit_beyond D j H) in E; discriminate. }
  assert (Same : forall j, 1 <= j -> digit D j = 3%N -> f (n + p - j) = f (n - j)).
  { intros j J E; pose proof (Within j E).
    replace (n + p - j) with (n - j + p) by lia; apply IH; lia. }
  split; intros [j [Lj [E ->]]]; pose proof (Within j E); exists j;
    (split; [lia |]); (split; [exact E |]); rewrite Same; auto; lia.
Qed.
