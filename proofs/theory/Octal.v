(* Octal.v: games of taking and breaking, as codes; their moves, and their Grundy function.

   A code is a list of digits d0, d1, d2, ..; bit i of dj is set if j counters may be taken from a
   heap so that the others are left as i heaps. Octal digits have three bits, hexadecimal ones four;
   the theory has no bound. In an unequal game no two heaps that a move leaves have the same size
   (Grundy's game is the digit 4 at 0, unequal). *)
From Coq Require Import NArith List Lia Bool Arith.
From Grundy Require Import Nim SpragueGrundy.
Import ListNotations.
Open Scope nat_scope.

Record code := { digits : list N; unequal : bool }.

Definition digit (D : code) (j : nat) : N := nth j (digits D) 0%N.

(* The largest amount that a move can take. *)
Definition largest (D : code) : nat := length (digits D) - 1.

(* A move from a heap of n leaves these heaps; they are not empty, and each is smaller than n. *)
Definition heap_move (D : code) (n : nat) (parts : list nat) : Prop :=
  Forall (fun m => 1 <= m < n) parts /\ list_sum parts <= n /\
  N.testbit (digit D (n - list_sum parts)) (N.of_nat (length parts)) = true /\
  (unequal D = true -> NoDup parts).

(* f is the Grundy function of the code. *)
Definition heap_values (D : code) : (nat -> N) -> Prop := is_grundy nat (heap_move D).
Definition values_at (D : code) (f : nat -> N) : nat -> N -> Prop :=
  values_of_options nat (heap_move D) f.

Lemma parts_smaller D n parts m : heap_move D n parts -> In m parts -> m < n.
Proof. intros [F _] I; rewrite Forall_forall in F; apply (F m I). Qed.

Lemma digit_beyond D j : largest D < j -> digit D j = 0%N.
Proof. unfold largest; intros L; apply nth_overflow; lia. Qed.

Lemma takes_at_most D n parts : heap_move D n parts -> n - list_sum parts <= largest D.
Proof.
  intros [_ [_ [B _]]]; destruct (le_lt_dec (n - list_sum parts) (largest D)) as [L | L]; [exact L |].
  rewrite (digit_beyond _ _ L), N.bits_0 in B; discriminate.
Qed.

(* Only the values of smaller heaps matter. *)
Lemma values_at_ext D f g n : (forall m, m < n -> f m = g m) ->
  forall v, values_at D f n v <-> values_at D g n v.
Proof.
  intros E v.
  assert (V : forall o, heap_move D n o -> value nat f o = value nat g o).
  { intros o M; unfold value; f_equal; apply map_ext_in.
    intros m I; apply E, (parts_smaller D n o); assumption. }
  split; intros [o [M ->]]; exists o; rewrite V; auto.
Qed.

(* Who wins a sum of heaps: the player to move loses exactly if the nim-sum of the values is 0. *)
Theorem heaps_outcome D f : heap_values D f ->
  forall heaps, lost nat (heap_move D) heaps <-> nimsum (map f heaps) = 0%N.
Proof.
  intros V heaps; apply (sprague_grundy nat (heap_move D) lt lt_wf); [| exact V].
  intros n o m M I; exact (parts_smaller D n o m M I).
Qed.

Theorem heap_values_unique D f g : heap_values D f -> heap_values D g -> forall n, f n = g n.
Proof.
  apply (grundy_unique nat (heap_move D) lt lt_wf).
  intros n o m M I; exact (parts_smaller D n o m M I).
Qed.

(* Every code has a Grundy function: lists of heaps are finitely many, and the values are found
   by recursion with as much fuel as the heap is large. *)
Fixpoint lists (entries : list nat) (length : nat) : list (list nat) :=
  match length with
  | O => [[]]
  | S length => flat_map (fun rest => map (fun m => m :: rest) entries) (lists entries length)
  end.

Lemma lists_In entries parts : Forall (fun m => In m entries) parts ->
  In parts (lists entries (length parts)).
Proof.
  induction 1 as [| m rest I _ IH]; simpl; [now left |].
  apply in_flat_map; exists rest; split; [exact IH |].
  apply in_map_iff; now exists m.
Qed.

Lemma heap_move_dec D n parts : {heap_move D n parts} + {~ heap_move D n parts}.
Proof.
  unfold heap_move.
  destruct (Forall_dec (fun m => 1 <= m < n)
    (fun m => match le_lt_dec 1 m, le_lt_dec n m with
      | left p, right q => left (conj p q)
      | left _, left q => right (fun H => Nat.lt_irrefl _ (Nat.lt_le_trans _ _ _ (proj2 H) q))
      | right p, _ => right (fun H => Nat.lt_irrefl _ (Nat.lt_le_trans _ _ _ p (proj1 H)))
      end) parts) as [F | F]; [| right; tauto].
  destruct (le_lt_dec (list_sum parts) n) as [L | L]; [| right; lia].
  destruct (bool_dec (N.testbit (digit D (n - list_sum parts)) (N.of_nat (length parts))) true)
    as [B | B]; [| right; tauto].
  destruct (bool_dec (unequal D) true) as [U | U].
  - destruct (ListDec.NoDup_dec Nat.eq_dec parts); [left | right]; tauto.
  - left; tauto.
Qed.

Definition heap_options (D : code) (n : nat) : list (list nat) :=
  filter (fun parts => if heap_move_dec D n parts then true else false)
    (flat_map (lists (seq 1 n)) (seq 0 (S n))).

Lemma heap_options_In D n parts : In parts (heap_options D n) <-> heap_move D n parts.
Proof.
  unfold heap_options; rewrite filter_In; split.
  - intros [_ H]; destruct (heap_move_dec D n parts); [assumption | discriminate].
  - intros M; split; [| now destruct (heap_move_dec D n parts)].
    destruct M as [F [L _]]; apply in_flat_map; exists (length parts); split.
    + apply in_seq; enough (length parts <= list_sum parts) by lia.
      clear L; induction F as [| m rest I _ IH]; simpl; lia.
    + apply lists_In; revert F; apply Forall_impl; intros m I; apply in_seq; lia.
Qed.

Fixpoint grundy_within (D : code) (fuel n : nat) : N :=
  match fuel with
  | O => 0%N
  | S fuel => mex (map (value nat (grundy_within D fuel)) (heap_options D n))
  end.

Definition grundy (D : code) (n : nat) : N := grundy_within D (S n) n.

Theorem grundy_exists D : heap_values D (grundy D).
Proof.
  assert (Enough : forall n f g, n < f -> n < g -> grundy_within D f n = grundy_within D g n).
  { induction n as [n IH] using (well_founded_induction lt_wf).
    intros [| f] [| g] F G; try lia; simpl; f_equal; apply map_ext_in.
    intros parts I; apply heap_options_In in I; unfold value; f_equal; apply map_ext_in.
    intros m J; pose proof (parts_smaller D n parts m I J); apply IH; lia. }
  intros n; unfold grundy; cbn [grundy_within].
  apply (is_mex_ext (fun v => In v (map (value nat (grundy_within D n)) (heap_options D n))));
    [| apply mex_is_mex].
  intros v; change (In v (map (value nat (grundy_within D n)) (heap_options D n)) <->
    values_at D (grundy D) n v).
  rewrite (values_at_ext D (grundy D) (grundy_within D n)).
  - rewrite in_map_iff; split; intros [o [A B]]; exists o; rewrite heap_options_In in *; auto.
  - intros m L; apply Enough; lia.
Qed.
