(* Nim.v: the least excluded number of a set, and nim-sums.

   Sets of values are predicates, so that mex is stated for every game; for finite lists it is
   computed. The lemma about nim-sums is Bouton's: some member of a list whose nim-sum is not 0 can
   be lowered so that the nim-sum becomes 0. *)
From Coq Require Import NArith List Lia Bool FinFun.
Import ListNotations.
Open Scope N_scope.

(* v is the mex of S: the least number that is not in S. *)
Definition is_mex (v : N) (S : N -> Prop) : Prop := ~ S v /\ forall u, u < v -> S u.

Lemma is_mex_unique (S : N -> Prop) u v : is_mex u S -> is_mex v S -> u = v.
Proof.
  intros [NotU BelowU] [NotV BelowV].
  destruct (N.lt_trichotomy u v) as [L | [E | L]]; [| exact E |].
  - now destruct (NotU (BelowV u L)).
  - now destruct (NotV (BelowU v L)).
Qed.

Lemma is_mex_ext (S T : N -> Prop) v : (forall x, S x <-> T x) -> is_mex v S -> is_mex v T.
Proof.
  intros E [Not Below]; split.
  - intros H; now apply Not, E.
  - intros u L; now apply E, Below.
Qed.

(* The virtual machine evaluates both arguments of && and ||; these two stop early. *)
Fixpoint some {X : Type} (f : X -> bool) (l : list X) : bool :=
  match l with
  | [] => false
  | x :: rest => if f x then true else some f rest
  end.

Fixpoint all {X : Type} (f : X -> bool) (l : list X) : bool :=
  match l with
  | [] => true
  | x :: rest => if f x then all f rest else false
  end.

Lemma some_true {X : Type} (f : X -> bool) l : some f l = true <-> exists x, In x l /\ f x = true.
Proof.
  induction l as [| y l IH]; simpl.
  - split; [discriminate | intros [x [[] _]]].
  - destruct (f y) eqn:Fy; [split; [| reflexivity]; intros _; exists y; auto |].
    rewrite IH; split; intros [x [H F]]; exists x; intuition congruence.
Qed.

Lemma all_true {X : Type} (f : X -> bool) l : all f l = true <-> forall x, In x l -> f x = true.
Proof.
  induction l as [| y l IH]; simpl.
  - split; [intros _ x [] | reflexivity].
  - destruct (f y) eqn:Fy.
    + rewrite IH; split; [intros H x [<- | I]; auto | intros H x I; auto].
    + split; [discriminate | intros H; rewrite <- Fy; apply H; auto].
Qed.

(* f holds for 0, 1, .., v - 1. *)
Definition all_below (v : N) (f : N -> bool) : bool :=
  all f (map N.of_nat (seq 0 (N.to_nat v))).

Lemma all_below_true v f : all_below v f = true <-> forall u, u < v -> f u = true.
Proof.
  unfold all_below; rewrite all_true; split; intros H u Hu.
  - apply H, in_map_iff; exists (N.to_nat u); rewrite in_seq; lia.
  - apply in_map_iff in Hu; destruct Hu as [i [<- Hi]]; apply in_seq in Hi; apply H; lia.
Qed.

(* The mex of a list. *)
Definition among (v : N) (l : list N) : bool := some (N.eqb v) l.

Lemma among_In v l : among v l = true <-> In v l.
Proof.
  unfold among; rewrite some_true; split.
  - intros [x [I E]]; apply N.eqb_eq in E; now subst.
  - intros I; exists v; split; [exact I | apply N.eqb_refl].
Qed.

Fixpoint first_missing (fuel : nat) (v : N) (l : list N) : N :=
  match fuel with
  | O => v
  | S fuel => if among v l then first_missing fuel (v + 1) l else v
  end.

Definition mex (l : list N) : N := first_missing (length l) 0 l.

Theorem mex_is_mex l : is_mex (mex l) (fun v => In v l).
Proof.
  unfold mex.
  enough (G : forall fuel v, (forall u, u < v -> In u l) ->
      (length l <= fuel + N.to_nat v)%nat -> is_mex (first_missing fuel v l) (fun v => In v l))
    by (apply G; [intros u L |]; lia).
  induction fuel as [| fuel IH]; intros v Below Long; simpl.
  - split; [| exact Below].
    (* otherwise the v + 1 numbers up to v were in a list of v numbers *)
    intros I; set (s := map N.of_nat (seq 0 (S (N.to_nat v)))).
    assert (D : NoDup s).
    { apply Injective_map_NoDup; [intros x y; lia | apply seq_NoDup]. }
    assert (In_s : incl s l).
    { intros x Hx; apply in_map_iff in Hx; destruct Hx as [i [<- Hi]]; apply in_seq in Hi.
      destruct (N.eq_dec (N.of_nat i) v) as [-> | Ne]; [exact I | apply Below; lia]. }
    pose proof (NoDup_incl_length D In_s) as Len; unfold s in Len.
    rewrite map_length, seq_length in Len; lia.
  - destruct (among v l) eqn:A.
    + apply among_In in A; apply IH; [| lia].
      intros u L; destruct (N.eq_dec u v) as [-> | Ne]; [exact A | apply Below; lia].
    + split; [| exact Below].
      intros I; apply among_In in I; congruence.
Qed.

(* The nim-sum of a list. *)
Definition nimsum (l : list N) : N := fold_right N.lxor 0 l.

Lemma nimsum_cons x l : nimsum (x :: l) = N.lxor x (nimsum l).
Proof. reflexivity. Qed.

Lemma nimsum_app k l : nimsum (k ++ l) = N.lxor (nimsum k) (nimsum l).
Proof.
  induction k as [| x k IH]; [now rewrite N.lxor_0_l |].
  rewrite <- app_comm_cons, !nimsum_cons, IH; symmetry; apply N.lxor_assoc.
Qed.

(* Exclusive or with t lowers a number that has the leading bit of t. *)
Lemma lxor_lowers x t : t <> 0 -> N.testbit x (N.log2 t) = true -> N.lxor x t < x.
Proof.
  intros T B; set (h := N.log2 t) in *.
  assert (T1 : N.shiftr t h = 1).
  { rewrite N.shiftr_div_pow2.
    pose proof (N.log2_spec t ltac:(lia)) as [L U]; fold h in L, U; rewrite N.pow_succ_r' in U.
    symmetry; apply (N.div_unique t (2 ^ h) 1 (t - 2 ^ h)); lia. }
  assert (Odd : N.odd (N.shiftr x h) = true).
  { rewrite <- N.bit0_odd, N.shiftr_spec', N.add_0_l; exact B. }
  assert (Less : N.shiftr (N.lxor x t) h < N.shiftr x h).
  { rewrite N.shiftr_lxor, T1.
    destruct (N.shiftr x h) as [| [p | p |]]; try discriminate; simpl; lia. }
  rewrite !N.shiftr_div_pow2 in Less.
  destruct (N.lt_ge_cases (N.lxor x t) x) as [L | G]; [exact L |].
  pose proof (N.div_le_mono _ _ (2 ^ h) (N.pow_nonzero 2 h ltac:(lia)) G); lia.
Qed.

Theorem bouton l : nimsum l <> 0 -> exists x, In x l /\ N.lxor x (nimsum l) < x.
Proof.
  intros T.
  assert (B : N.testbit (nimsum l) (N.log2 (nimsum l)) = true) by now apply N.bit_log2.
  assert (W : forall k h, N.testbit (nimsum k) h = true ->
      exists x, In x k /\ N.testbit x h = true).
  { induction k as [| x k IH]; intros h H; [now rewrite N.bits_0 in H |].
    rewrite nimsum_cons, N.lxor_spec in H.
    destruct (N.testbit x h) eqn:X; [exists x; split; [left |]; auto |].
    destruct (IH h) as [y [I Y]]; [now destruct (N.testbit (nimsum k) h) |].
    exists y; split; [now right | exact Y]. }
  destruct (W l _ B) as [x [I X]]; exists x; split; [exact I | now apply lxor_lowers].
Qed.
