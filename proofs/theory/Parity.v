(* Parity.v: games without choices that matter.

   (a) All values are at most 1 exactly if no position has complete plays of both parities; the
   value is then the parity of any play, and in misere play the mover wins exactly if it is 0.
   (b) For this it suffices that any two options of a position can be played on to a common
   position by numbers of moves of the same parity; then all plays end with the same position. *)
From Coq Require Import NArith List Lia Bool.
From Grundy Require Import Nim.
Import ListNotations.
Open Scope N_scope.

Section Game.

Variable Position : Type.
Variable options : Position -> list Position.
Hypothesis play_ends : well_founded (fun q p => In q (options p)).

Variable g : Position -> N.
Hypothesis g_grundy : forall p, is_mex (g p) (fun v => In v (map g (options p))).

(* Complete plays, with whether their number of moves is odd. *)
Inductive play : Position -> bool -> Prop :=
  | over p : options p = [] -> play p false
  | play_on p q odd : In q (options p) -> play q odd -> play p (negb odd).

Definition one_parity (p : Position) : Prop := forall a b, play p a -> play p b -> a = b.

(* Misere play: the player who cannot move wins. *)
Inductive misere_won : Position -> Prop :=
  | misere_over p : options p = [] -> misere_won p
  | misere_some p q : In q (options p) -> misere_lost q -> misere_won p
with misere_lost : Position -> Prop :=
  | misere_every p : options p <> [] -> (forall q, In q (options p) -> misere_won q) ->
      misere_lost p.

Lemma some_play p : exists odd, play p odd.
Proof.
  induction p as [p IH] using (well_founded_induction play_ends).
  destruct (options p) as [| q rest] eqn:E; [exists false; now constructor |].
  assert (I : In q (options p)) by (rewrite E; now left).
  destruct (IH q (or_introl eq_refl)) as [odd P]; exists (negb odd); now apply (play_on p q).
Qed.

Lemma no_option_value p q : In q (options p) -> g q <> g p.
Proof. intros I E; apply (proj1 (g_grundy p)); rewrite <- E; now apply in_map. Qed.

Lemma value_of_end p : options p = [] -> g p = 0.
Proof.
  intros E; pose proof (g_grundy p) as M; rewrite E in M.
  destruct (N.eq_dec (g p) 0) as [Z | Z]; [exact Z | destruct (proj2 M 0); lia].
Qed.

Lemma small_values_are_parities : (forall p, g p <= 1) ->
  forall p odd, play p odd -> g p = N.b2n odd.
Proof.
  intros Small p odd P; induction P as [p E | p q odd I _ IH]; [now apply value_of_end |].
  pose proof (no_option_value p q I); pose proof (Small p); pose proof (Small q).
  destruct odd; simpl in *; lia.
Qed.

Lemma parities_are_values : (forall p, one_parity p) ->
  forall p odd, play p odd -> g p = N.b2n odd.
Proof.
  intros One p; induction p as [p IH] using (well_founded_induction play_ends); intros odd P.
  assert (Other : forall q, In q (options p) -> g q = N.b2n (negb odd)).
  { intros q I; destruct (some_play q) as [b Q]; rewrite (IH q I b Q).
    rewrite (One p odd (negb b) P (play_on p q b I Q)); now rewrite negb_involutive. }
  destruct (options p) as [| q rest] eqn:E.
  - destruct P as [p _ | p q odd I _]; [now apply value_of_end | rewrite E in I; destruct I].
  - rewrite <- E in *; assert (I : In q (options p)) by (rewrite E; now left).
    apply (is_mex_unique (fun v => In v (map g (options p)))); [apply g_grundy | split].
    + intros J; apply in_map_iff in J; destruct J as [r [V J]]; rewrite (Other r J) in V.
      now destruct odd.
    + intros u L; apply in_map_iff; exists q; rewrite (Other q I); split; [| exact I].
      destruct odd; simpl in *; lia.
Qed.

Theorem parity : (forall p, g p <= 1) <-> (forall p, one_parity p).
Proof.
  split; intros H p.
  - intros a b A B; apply (small_values_are_parities H) in A, B.
    destruct a, b; simpl in *; congruence.
  - destruct (some_play p) as [odd P]; rewrite (parities_are_values H p odd P).
    destruct odd; simpl; lia.
Qed.

Theorem parity_is_value : (forall p, g p <= 1) -> forall p odd, play p odd -> g p = N.b2n odd.
Proof. exact small_values_are_parities. Qed.

Theorem parity_misere : (forall p, g p <= 1) ->
  forall p, (g p = 0 -> misere_won p) /\ (g p = 1 -> misere_lost p).
Proof.
  intros Small p; induction p as [p IH] using (well_founded_induction play_ends); split; intros V.
  - destruct (options p) as [| q rest] eqn:E; [now constructor |].
    assert (I : In q (options p)) by (rewrite E; now left).
    apply (misere_some p q I), (IH q (or_introl eq_refl)).
    pose proof (no_option_value p q I); pose proof (Small q); lia.
  - constructor.
    + intros E; rewrite (value_of_end p E) in V; discriminate.
    + intros q I; apply (IH q I); pose proof (no_option_value p q I); pose proof (Small q); lia.
Qed.

(* q is reached from p by moves whose number is odd or not. *)
Inductive reaches : Position -> bool -> Position -> Prop :=
  | stay p : reaches p false p
  | go p q r odd : In q (options p) -> reaches q odd r -> reaches p (negb odd) r.

Lemma reaches_play p odd q b : reaches p odd q -> play q b -> play p (xorb odd b).
Proof.
  intros R P; induction R as [p | p q r odd I _ IH]; [now rewrite xorb_false_l |].
  replace (xorb (negb odd) b) with (negb (xorb odd b)) by (now destruct odd, b).
  apply (play_on p q); auto.
Qed.

(* Two options of one position meet again after numbers of moves of the same parity. *)
Definition options_meet : Prop := forall p q r, In q (options p) -> In r (options p) ->
  exists s odd, reaches q odd s /\ reaches r odd s.

Theorem meeting_options : options_meet -> forall p, one_parity p.
Proof.
  intros Meet p; induction p as [p IH] using (well_founded_induction play_ends).
  intros a b A B; destruct A as [p E | p q a Iq A].
  - destruct B as [p _ | p r b Ir _]; [reflexivity | rewrite E in Ir; destruct Ir].
  - inversion B as [p' E | p' r b' Ir B']; subst; [rewrite E in Iq; destruct Iq |].
    destruct (Meet p q r Iq Ir) as [s [odd [Q R]]]; destruct (some_play s) as [c C].
    rewrite (IH q Iq a (xorb odd c) A (reaches_play q odd s c Q C)).
    now rewrite (IH r Ir b' (xorb odd c) B' (reaches_play r odd s c R C)).
Qed.

Lemma reaches_end p : exists e odd, reaches p odd e /\ options e = [].
Proof.
  induction p as [p IH] using (well_founded_induction play_ends).
  destruct (options p) as [| q rest] eqn:E; [exists p, false; split; [constructor | exact E] |].
  assert (I : In q (options p)) by (rewrite E; now left).
  destruct (IH q (or_introl eq_refl)) as [e [odd [R End]]]; exists e, (negb odd).
  split; [now apply (go p q) | exact End].
Qed.

Lemma reaches_on p odd q b r : reaches p odd q -> reaches q b r -> reaches p (xorb odd b) r.
Proof.
  intros A B; induction A as [p | p d q odd I _ IH]; [now rewrite xorb_false_l |].
  replace (xorb (negb odd) b) with (negb (xorb odd b)) by (now destruct odd, b).
  apply (go p d); auto.
Qed.

Theorem meeting_ends : options_meet -> forall p a e b f,
  reaches p a e -> options e = [] -> reaches p b f -> options f = [] -> e = f.
Proof.
  intros Meet p; induction p as [p IH] using (well_founded_induction play_ends).
  intros a e b f A Ee B Ef; destruct A as [p | p q e a Iq A].
  - destruct B as [p | p r f b Ir _]; [reflexivity | rewrite Ee in Ir; destruct Ir].
  - inversion B as [p' | p' r f' b' Ir B']; subst; [rewrite Ef in Iq; destruct Iq |].
    destruct (Meet p q r Iq Ir) as [s [odd [Q R]]]; destruct (reaches_end s) as [d [c [S Ed]]].
    transitivity d; [| symmetry].
    + exact (IH q Iq _ _ _ _ A Ee (reaches_on _ _ _ _ _ Q S) Ed).
    + exact (IH r Ir _ _ _ _ B' Ef (reaches_on _ _ _ _ _ R S) Ed).
Qed.

End Game.
