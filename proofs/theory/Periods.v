(* Periods.v: a period that is seen for long enough goes on for ever.

   One induction proves the theorem of Guy and Smith (at most two heaps are left), its variant for
   at most s heaps, and the one for two unequal heaps: a large heap leaves a large part, and this
   part can be changed by a period without a change of its value. The statements are about any
   function on heaps with the period, so that a certificate needs no other definition of values:
   if the function satisfies the equation of the values on the window, it is the Grundy function. *)
From Coq Require Import NArith List Lia Bool Arith.
From Grundy Require Import Nim SpragueGrundy Octal.
Import ListNotations.
Open Scope nat_scope.

(* No move leaves more than s heaps. *)
Definition at_most_parts (D : code) (s : nat) : Prop :=
  forall n parts, heap_move D n parts -> length parts <= s.

Definition periodic_from (f : nat -> N) (n0 p : nat) : Prop :=
  forall n, n0 <= n -> f (n + p) = f n.

(* A list with a large sum has a large member. *)
Lemma large_member (parts : list nat) bound s :
  length parts <= s -> s * bound < list_sum parts ->
  exists l a r, parts = l ++ a :: r /\ bound < a.
Proof.
  revert s; induction parts as [| a parts IH]; intros s L H; simpl in *; [lia |].
  destruct (le_lt_dec a bound) as [A | A]; [| now exists [], a, parts].
  destruct s as [| s]; [lia |].
  destruct (IH s) as [l [b [r [-> B]]]]; [lia | simpl in H; lia |].
  now exists (a :: l), b, r.
Qed.

(* One part replaced by another of the same value. *)
Lemma replaced_value (f : nat -> N) l a b r : f a = f b ->
  value nat f (l ++ a :: r) = value nat f (l ++ b :: r).
Proof. intros E; unfold value; now rewrite !map_app, !map_cons, E. Qed.

Lemma replaced_move D n m l a b r :
  heap_move D n (l ++ a :: r) -> 1 <= b -> a + m = b + n -> n - list_sum (l ++ a :: r) = m - list_sum (l ++ b :: r) ->
  (forall x, In x (l ++ r) -> x < m) -> (unequal D = true -> ~ In b (l ++ r)) ->
  heap_move D m (l ++ b :: r).
Proof.
  intros [F [S [B U]]] B1 E Taken Small New.
  rewrite Forall_forall in F.
  assert (A : 1 <= a < n) by (apply F, in_elt).
  repeat split.
  - apply Forall_forall; intros x I; apply in_app_or in I; destruct I as [I | [<- | I]].
    + split; [apply F, in_or_app; now left | apply Small, in_or_app; now left].
    + lia.
    + split; [apply F, in_or_app; right; now right | apply Small, in_or_app; now right].
  - rewrite list_sum_app in *; simpl in *; lia.
  - rewrite <- Taken; rewrite app_length in *; exact B.
  - intros Q; specialize (U Q); specialize (New Q).
    apply NoDup_Add with (a := b) (l := l ++ r); [apply Add_app |].
    split; [now apply NoDup_remove_1 in U | exact New].
Qed.

Lemma others_small (l r : list nat) a x : In x (l ++ r) -> x + a <= list_sum (l ++ a :: r).
Proof.
  rewrite list_sum_app; simpl; intros I; apply in_app_or in I.
  assert (Each : forall k, In x k -> x <= list_sum k).
  { induction k as [| y k IH]; simpl; [tauto |]; intros [-> | J]; [lia |].
    specialize (IH J); lia. }
  destruct I as [I | I]; apply Each in I; lia.
Qed.

Section Any.

Variable D : code.
Variable f : nat -> N.
Variables n0 p : nat.
Hypothesis n0_positive : 1 <= n0.
Hypothesis p_positive : 1 <= p.

(* Up to n, f has period p; n is so large that each move from n or n + p leaves a large heap. *)
Section Heap.
Variable n : nat.
Hypothesis below : forall m, n0 <= m < n -> f (m + p) = f m.

(* The values of the options of n are among those of n + p. *)
Lemma options_up s : at_most_parts D s -> s * (n0 - 1) + largest D < n ->
  (unequal D = true -> s = 2) ->
  forall v, values_at D f n v -> values_at D f (n + p) v.
Proof.
  intros S Large Two v [parts [M ->]].
  pose proof (takes_at_most _ _ _ M) as T; pose proof (S _ _ M) as Len.
  pose proof M as [F [Sum [_ U]]].
  destruct (large_member parts (n0 - 1) s Len) as [l [a [r [-> A]]]]; [lia |].
  rewrite Forall_forall in F.
  assert (An : a < n) by (apply F, in_elt).
  destruct (bool_dec (unequal D) true) as [Q | Q].
  - destruct (in_dec Nat.eq_dec (a + p) (l ++ r)) as [I | I].
    + (* the other part is a + p: this one is replaced *)
      destruct (in_split _ _ I) as [l' [r' E']].
      assert (Other : exists l2 r2, l ++ a :: r = l2 ++ (a + p) :: r2 /\ forall x, In x (l2 ++ r2) -> x = a).
      { rewrite (Two Q) in Len; rewrite app_length in Len; simpl in Len.
        destruct l as [| y [| z l]], r as [| w [| u r]]; simpl in Len, I; try lia.
        - destruct I as [-> | []]; exists [a], []; split; [reflexivity | simpl; intuition].
        - destruct I as [-> | []]; exists [], [a]; split; [reflexivity | simpl; intuition]. }
      destruct Other as [l2 [r2 [E Only]]]; rewrite E in *.
      assert (Ap : a + p < n) by (apply F, in_elt).
      exists (l2 ++ (a + p + p) :: r2); split.
      * apply (replaced_move D n _ _ (a + p)); try assumption; try lia.
        -- rewrite !list_sum_app in *; simpl in *; lia.
        -- intros x Ix; rewrite (Only x Ix); lia.
        -- intros _ Ix; apply Only in Ix; lia.
      * apply replaced_value; symmetry; apply below; lia.
    + exists (l ++ (a + p) :: r); split.
      * apply (replaced_move D n _ _ a); try assumption; try lia.
        -- rewrite !list_sum_app in *; simpl in *; lia.
        -- intros x Ix; pose proof (others_small l r a x Ix); lia.
        -- intros _; exact I.
      * apply replaced_value; symmetry; apply below; lia.
  - exists (l ++ (a + p) :: r); split.
    + apply (replaced_move D n _ _ a); try assumption; try lia.
      * rewrite !list_sum_app in *; simpl in *; lia.
      * intros x Ix; pose proof (others_small l r a x Ix); lia.
      * intros Q'; congruence.
    + apply replaced_value; symmetry; apply below; lia.
Qed.

(* In a game that is not unequal, the values of the options of n + p are among those of n. *)
Lemma options_down s : at_most_parts D s -> s * (n0 + p - 1) + largest D < n + p ->
  unequal D = false ->
  forall v, values_at D f (n + p) v -> values_at D f n v.
Proof.
  intros S Large Equal v [parts [M ->]].
  pose proof (takes_at_most _ _ _ M) as T; pose proof (S _ _ M) as Len.
  pose proof M as [F [Sum _]].
  destruct (large_member parts (n0 + p - 1) s Len) as [l [a [r [-> A]]]]; [lia |].
  rewrite Forall_forall in F.
  assert (An : a < n + p) by (apply F, in_elt).
  exists (l ++ (a - p) :: r); split.
  - apply (replaced_move D (n + p) _ _ a); try assumption; try lia.
    + rewrite !list_sum_app in *; simpl in *; lia.
    + intros x Ix; pose proof (others_small l r a x Ix); lia.
    + intros Q; congruence.
  - apply replaced_value.
    replace (f a) with (f (a - p + p)) by (f_equal; lia); apply below; lia.
Qed.

(* The same with at most two parts, which may have to be unequal: one more period is needed. *)
Lemma options_down_unequal : at_most_parts D 2 -> 2 * n0 + 2 * p + largest D <= n ->
  forall v, values_at D f (n + p) v -> values_at D f n v.
Proof.
  intros S Large v [parts [M ->]].
  pose proof (takes_at_most _ _ _ M) as T; pose proof (S _ _ M) as Len.
  pose proof M as [F [Sum [_ U]]].
  assert (Choice : exists l a r, parts = l ++ a :: r /\ n0 + p <= a /\ ~ In (a - p) (l ++ r)).
  { destruct parts as [| a [| b [| c parts]]]; simpl in *; try lia.
    - exists [], a, []; simpl; repeat split; auto; lia.
    - destruct (le_lt_dec (n0 + p) a) as [A | A].
      + destruct (Nat.eq_dec (a - p) b) as [E | E].
        * exists [a], b, []; simpl; repeat split; [lia |]; intros [Q | []]; lia.
        * exists [], a, [b]; simpl; repeat split; [lia |]; intros [Q | []]; lia.
      + exists [a], b, []; simpl; repeat split; [lia |]; intros [Q | []]; lia. }
  destruct Choice as [l [a [r [-> [A New]]]]].
  rewrite Forall_forall in F.
  assert (An : a < n + p) by (apply F, in_elt).
  exists (l ++ (a - p) :: r); split.
  - apply (replaced_move D (n + p) _ _ a); try assumption; try lia.
    + rewrite !list_sum_app in *; simpl in *; lia.
    + intros x Ix; pose proof (others_small l r a x Ix); lia.
    + intros _; exact New.
  - apply replaced_value.
    replace (f a) with (f (a - p + p)) by (f_equal; lia); apply below; lia.
Qed.
End Heap.

(* The heaps from which a period goes on by itself. *)
Definition far (s n : nat) : Prop :=
  if unequal D then s = 2 /\ 2 * n0 + 2 * p + largest D <= n
  else s * (n0 + p - 1) + largest D < n + p.

Lemma options_repeat s n : 1 <= s -> at_most_parts D s -> far s n ->
  (forall m, n0 <= m < n -> f (m + p) = f m) ->
  forall v, values_at D f (n + p) v <-> values_at D f n v.
Proof.
  unfold far; intros S1 S Far B v; destruct (unequal D) eqn:Q; split.
  - destruct Far as [-> Far]; now apply options_down_unequal.
  - destruct Far as [-> Far]; apply (options_up n B 2 S); auto; lia.
  - now apply (options_down n B s S).
  - apply (options_up n B s S); [| congruence]; nia.
Qed.

(* The true values: a period on the window goes on. *)
Lemma values_repeat s : 1 <= s -> at_most_parts D s -> heap_values D f ->
  (forall n, n0 <= n -> ~ far s n -> f (n + p) = f n) -> periodic_from f n0 p.
Proof.
  intros S1 S V Window n; induction n as [n IH] using (well_founded_induction lt_wf); intros Ln.
  assert (Dec : far s n \/ ~ far s n) by (unfold far; destruct (unequal D); lia).
  destruct Dec as [Far | Near]; [| now apply Window].
  apply (is_mex_unique (values_at D f n)); [| apply V].
  apply (is_mex_ext (values_at D f (n + p))); [| apply V].
  apply (options_repeat s); auto; intros m [H H']; now apply IH.
Qed.

(* A function with the period that satisfies the equation on the window satisfies it always. *)
Lemma equation_repeats s : 1 <= s -> at_most_parts D s -> periodic_from f n0 p ->
  (forall n, ~ (p <= n /\ n0 <= n - p /\ far s (n - p)) -> is_mex (f n) (values_at D f n)) ->
  heap_values D f.
Proof.
  intros S1 S P Window n; induction n as [n IH] using (well_founded_induction lt_wf).
  assert (Dec : (p <= n /\ n0 <= n - p /\ far s (n - p)) \/ ~ (p <= n /\ n0 <= n - p /\ far s (n - p)))
    by (unfold far; destruct (unequal D); lia).
  destruct Dec as [[Lp [Ln Far]] | Near]; [| now apply Window].
  replace n with (n - p + p) by lia; rewrite P by lia.
  apply (is_mex_ext (values_at D f (n - p))); [| apply IH; lia].
  intros v; symmetry; apply (options_repeat s); auto; intros m [H _]; now apply P.
Qed.

End Any.

(* Guy and Smith 1956: at most two heaps are left. *)
Theorem guy_smith D f n0 p : unequal D = false -> at_most_parts D 2 -> heap_values D f ->
  1 <= n0 -> 1 <= p ->
  (forall n, n0 <= n < 2 * n0 + p + largest D - 1 -> f (n + p) = f n) -> periodic_from f n0 p.
Proof.
  intros Q S V N P W; apply (values_repeat D f n0 p N P 2); auto.
  intros n L Near; apply W; unfold far in Near; rewrite Q in Near; lia.
Qed.

(* At most s heaps are left. *)
Theorem several_parts D f s n0 p : unequal D = false -> 1 <= s -> at_most_parts D s ->
  heap_values D f -> 1 <= n0 -> 1 <= p ->
  (forall n, n0 <= n < s * n0 + (s - 1) * p + largest D -> f (n + p) = f n) ->
  periodic_from f n0 p.
Proof.
  intros Q S1 S V N P W; apply (values_repeat D f n0 p N P s); auto.
  intros n L Near; apply W; unfold far in Near; rewrite Q in Near; nia.
Qed.

(* At most two heaps are left, and two must be unequal. *)
Theorem unequal_parts D f n0 p : unequal D = true -> at_most_parts D 2 -> heap_values D f ->
  1 <= n0 -> 1 <= p ->
  (forall n, n0 <= n < 2 * n0 + 2 * p + largest D -> f (n + p) = f n) -> periodic_from f n0 p.
Proof.
  intros Q S V N P W; apply (values_repeat D f n0 p N P 2); auto.
  intros n L Near; apply W; unfold far in Near; rewrite Q in Near; lia.
Qed.
