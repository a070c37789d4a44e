(* Ends.v: why every play on words ends: weights of letters, and an order of letters for moves that
   keep the weight.

   A piece that is put in place of a left side is lighter; or it is the only one, as heavy and as
   long, and earlier in the order of words that ranks of the letters give, compared from the left
   or from the right. One order serves all rules: rules that fall in two orders can make a cycle. *)
From Coq Require Import NArith List Lia Bool.
From Grundy Require Import Nim SpragueGrundy Words.
Import ListNotations.
Open Scope N_scope.

Record order := { from_left : bool; ranks : list N }.

Section Order.

Variable o : order.

Definition rank (a : N) : N := nth (N.to_nat a) (ranks o) 0.
Definition directed (w : word) : word := if from_left o then w else rev w.

(* Two words of one length: at the first difference the first has the smaller rank. *)
Fixpoint earlier (v w : word) : bool :=
  match v, w with
  | a :: v, b :: w => if a =? b then earlier v w else rank a <? rank b
  | _, _ => false
  end.

(* A word as a number of which the ranks are the digits; the base exceeds every rank. *)
Definition base : N := 1 + fold_right N.add 0 (ranks o).
Definition numeral (w : word) : N := fold_left (fun n a => n * base + rank a) w 0.
Definition word_rank (w : word) : N := numeral (directed w).

Lemma rank_base a : rank a < base.
Proof.
  unfold rank, base; generalize (N.to_nat a).
  induction (ranks o) as [| r l IH]; intros [| i]; cbn [nth fold_right]; try lia.
  specialize (IH i); lia.
Qed.

Definition power (w : word) : N := base ^ N.of_nat (length w).

Lemma power_positive w : 0 < power w.
Proof. unfold power; apply N.neq_0_lt_0, N.pow_nonzero; unfold base; lia. Qed.

Lemma power_cons a w : power (a :: w) = base * power w.
Proof. unfold power; simpl length; rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r'; reflexivity. Qed.

Lemma numeral_app v w : numeral (v ++ w) = numeral v * power w + numeral w.
Proof.
  unfold numeral; rewrite fold_left_app; generalize (fold_left (fun n a => n * base + rank a) v 0).
  induction w as [| a w IH]; intros n; [unfold power; simpl; lia |].
  cbn [fold_left]; rewrite IH, (IH (0 * base + rank a)), power_cons; lia.
Qed.

Lemma numeral_cons a w : numeral (a :: w) = rank a * power w + numeral w.
Proof. change (a :: w) with ([a] ++ w); rewrite numeral_app; unfold numeral at 1; simpl; lia. Qed.

Lemma numeral_power w : numeral w < power w.
Proof.
  induction w as [| a w IH]; [reflexivity |]; rewrite numeral_cons, power_cons.
  pose proof (rank_base a); nia.
Qed.

Lemma earlier_numeral v : forall w, length v = length w -> earlier v w = true -> numeral v < numeral w.
Proof.
  induction v as [| a v IH]; intros [| b w] L E; simpl in E; try discriminate; injection L as L.
  rewrite !numeral_cons; replace (power v) with (power w) by (unfold power; now rewrite L).
  destruct (N.eqb_spec a b) as [-> | _].
  - specialize (IH w L E); lia.
  - apply N.ltb_lt in E; pose proof (numeral_power v) as B; unfold power in B; rewrite L in B; fold (power w) in B.
    nia.
Qed.

Lemma word_rank_within x p y z : length p = length y -> earlier (directed p) (directed y) = true ->
  word_rank (x ++ p ++ z) < word_rank (x ++ y ++ z).
Proof.
  intros L E; unfold word_rank, directed in *; destruct (from_left o).
  - apply earlier_numeral in E; [| exact L]; rewrite !numeral_app.
    replace (power (p ++ z)) with (power (y ++ z)) by (unfold power; now rewrite !app_length, L).
    pose proof (power_positive z); nia.
  - apply earlier_numeral in E; [| now rewrite !rev_length]; rewrite !rev_app_distr, !numeral_app.
    replace (power (rev p)) with (power (rev y)) by (unfold power; now rewrite !rev_length, L).
    pose proof (power_positive (rev x)); nia.
Qed.

End Order.

Section Ends.

Variable weights : list N.
Variable o : option order.

Definition below (v w : word) : Prop :=
  weight weights v < weight weights w \/
  weight weights v = weight weights w /\ exists r, o = Some r /\ word_rank r v < word_rank r w.

Lemma below_wf : well_founded below.
Proof.
  assert (G : forall n m w, weight weights w = n -> match o with Some r => word_rank r w | None => 0 end = m ->
    Acc below w).
  { intros n; induction n as [n IHn] using (well_founded_induction N.lt_wf_0).
    intros m; induction m as [m IHm] using (well_founded_induction N.lt_wf_0).
    intros w <- <-; constructor; intros v [L | [E [r [O L]]]].
    - eapply IHn; [exact L | reflexivity | reflexivity].
    - eapply IHm; [| exact E | reflexivity]; rewrite O in *; exact L. }
  intros w; eapply G; reflexivity.
Qed.

(* What a left side matches at least, and whether a longer run is heavier. *)
Fixpoint least_word (lhs : list token) : word :=
  match lhs with [] => [] | One a :: t => a :: least_word t | Any _ :: t => least_word t end.

Definition run_has_weight (t : token) : bool :=
  match t with One _ => true | Any a => 0 <? letter_weight weights a end.

Fixpoint as_long (v w : word) : bool :=
  match v, w with [], [] => true | _ :: v, _ :: w => as_long v w | _, _ => false end.

Definition falls_in_order (lhs : list token) (p : word) : bool :=
  match o with
  | None => false
  | Some r =>
      if weight weights p =? least_weight weights lhs then
        if as_long p (least_word lhs) then
          if all run_has_weight lhs then earlier r (directed r p) (directed r (least_word lhs)) else false
        else false
      else false
  end.

Definition rule_falls (r : rule) : bool :=
  if rule_ends weights r then true
  else match r with
    | Replace _ lhs _ [p] => falls_in_order lhs p
    | _ => false
    end.

Lemma as_long_length v : forall w, as_long v w = true -> length v = length w.
Proof. induction v as [| a v IH]; intros [| b w] E; simpl in *; try discriminate; f_equal; auto. Qed.

Lemma matches_least lhs y : matches lhs y -> all run_has_weight lhs = true ->
  y = least_word lhs \/ least_weight weights lhs < weight weights y.
Proof.
  rewrite all_true; induction 1 as [| a t w M IH | a t w M IH | a t w M IH]; intros H; simpl in *.
  - now left.
  - destruct IH as [-> | L]; [intros s I; apply H; now right | now left | right; lia].
  - destruct IH as [-> | L]; [intros s I; apply H; now right | now left | right; lia].
  - right; specialize (H (Any a) (or_introl eq_refl)); simpl in H; apply N.ltb_lt in H.
    pose proof (matches_weight weights _ _ M) as W; simpl in W; lia.
Qed.

Theorem order_proves_end size rules : all rule_falls rules = true ->
  forall w p d, word_move size rules w p -> In d p -> below d w.
Proof.
  rewrite all_true; intros Falls w p d M I; assert (F : exists r, In r rules /\ word_move size [r] w p).
  { destruct M as [s lhs e rhs x y z R W Y S E | a s w R W A].
    - exists (Replace s lhs e rhs); split; [exact R |]; apply (replaced _ _ s lhs e); auto; now left.
    - exists (Every a s); split; [exact R |]; constructor; auto; now left. }
  destruct F as [r [R M1]]; specialize (Falls r R); unfold rule_falls in Falls.
  destruct (rule_ends weights r) eqn:Ends.
  - left; apply (weights_prove_end weights size [r]) with p; [simpl; now rewrite Ends | exact M1 | exact I].
  - destruct r as [s lhs e [| v [| v' rhs]] |]; try discriminate; unfold falls_in_order in Falls.
    destruct o as [r |] eqn:O; [| discriminate].
    destruct (N.eqb_spec (weight weights v) (least_weight weights lhs)) as [Same |]; [| discriminate].
    destruct (as_long v (least_word lhs)) eqn:L; [| discriminate]; apply as_long_length in L.
    destruct (all run_has_weight lhs) eqn:Runs; [| discriminate].
    destruct M1 as [s' lhs' e' rhs' x y z [R' | []] _ Y _ _ | a' s' w' [R' | []] _ _]; [| discriminate].
    injection R' as <- <- <- <-.
    destruct I as [<- | []]; unfold below; rewrite !weight_app.
    destruct (matches_least lhs y Y Runs) as [-> | Heavy]; [| left; lia].
    assert (weight weights (least_word lhs) = least_weight weights lhs) as Least.
    { clear; induction lhs as [| [a | a] t IH]; simpl; lia. }
    right; split; [lia | exists r; split; [exact O |]; now apply word_rank_within].
Qed.

End Ends.
