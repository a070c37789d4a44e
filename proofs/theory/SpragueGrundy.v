(* SpragueGrundy.v: the theorem of Sprague and Grundy, for games whose components may split.

   A game is a relation: an option of a component is a list of components. Options need not be
   finitely many; that every play ends is a well-founded order in which options have smaller
   components. *)
From Coq Require Import NArith List Lia Bool.
From Grundy Require Import Nim.
Import ListNotations.
Open Scope N_scope.

Section Game.

Variable Component : Type.
Variable option : Component -> list Component -> Prop.

(* A move in a sum replaces one component by the components of an option. *)
Inductive move : list Component -> list Component -> Prop :=
  | in_component l c r o : option c o -> move (l ++ c :: r) (l ++ o ++ r).

(* Normal play: the player who cannot move loses. Won and lost for the player to move. *)
Inductive won : list Component -> Prop :=
  | some_move s t : move s t -> lost t -> won s
with lost : list Component -> Prop :=
  | every_move s : (forall t, move s t -> won t) -> lost s.

(* The value of a sum under g, and the values of the options of a component. *)
Definition value (g : Component -> N) (s : list Component) : N := nimsum (map g s).
Definition values_of_options (g : Component -> N) (c : Component) (v : N) : Prop :=
  exists o, option c o /\ v = value g o.

(* g is the Grundy function: every value is the mex of those of the options. *)
Definition is_grundy (g : Component -> N) : Prop :=
  forall c, is_mex (g c) (values_of_options g c).

Lemma value_app g s t : value g (s ++ t) = N.lxor (value g s) (value g t).
Proof. unfold value; rewrite map_app; apply nimsum_app. Qed.

Lemma value_cons g c s : value g (c :: s) = N.lxor (g c) (value g s).
Proof. reflexivity. Qed.

Variable smaller : Component -> Component -> Prop.
Hypothesis smaller_wf : well_founded smaller.
Hypothesis options_smaller : forall c o d, option c o -> In d o -> smaller d c.

(* There is at most one Grundy function. *)
Theorem grundy_unique g h : is_grundy g -> is_grundy h -> forall c, g c = h c.
Proof.
  intros G H c; induction c as [c IH] using (well_founded_induction smaller_wf).
  apply (is_mex_unique (values_of_options g c)); [apply G |].
  apply (is_mex_ext (values_of_options h c)); [| apply H].
  assert (E : forall o, option c o -> value g o = value h o).
  { intros o O; unfold value; f_equal; apply map_ext_in.
    intros d I; now apply IH, (options_smaller c o). }
  intros v; split; intros [o [O ->]]; exists o; rewrite E; auto.
Qed.

(* Every play of a sum ends. *)
Definition ends (s : list Component) : Prop := Acc (fun t s => move s t) s.

Lemma component_of_app l r s t (c : Component) : l ++ c :: r = s ++ t ->
  (exists m, s = l ++ c :: m /\ r = m ++ t) \/ (exists m, t = m ++ c :: r /\ l = s ++ m).
Proof.
  revert s; induction l as [| x l IH]; intros [| y s] E; simpl in E.
  - right; now exists [].
  - injection E as <- ->; left; now exists s.
  - right; now exists (x :: l).
  - injection E as <- E; destruct (IH s E) as [[m [-> R]] | [m [T ->]]];
      [left | right]; now exists m.
Qed.

Lemma ends_app s t : ends s -> ends t -> ends (s ++ t).
Proof.
  intros Es; revert t; induction Es as [s As IHs]; intros t Et.
  induction Et as [t At IHt]; constructor; intros u M.
  remember (s ++ t) as w eqn:W; destruct M as [l c r o O].
  destruct (component_of_app _ _ _ _ _ W) as [[m [-> ->]] | [m [-> ->]]].
  - replace (l ++ o ++ m ++ t) with ((l ++ o ++ m) ++ t) by now rewrite <- !app_assoc.
    apply IHs; constructor; [exact O | exact At].
  - rewrite <- app_assoc; apply IHt; now constructor.
Qed.

Theorem play_ends s : ends s.
Proof.
  assert (Empty : ends []).
  { constructor; intros u M; remember [] as w eqn:W; destruct M as [[| x l] c r o O];
      discriminate. }
  assert (Single : forall c, ends [c]).
  { intros c; induction c as [c IH] using (well_founded_induction smaller_wf).
    constructor; intros u M; remember [c] as w eqn:W; destruct M as [l d r o O].
    destruct l as [| x [| y l]]; try discriminate; injection W as -> ->.
    rewrite app_nil_r; simpl.
    assert (Parts : forall d, In d o -> ends [d])
      by (intros d I; apply IH, (options_smaller c o); assumption).
    clear - Parts Empty; induction o as [| d o IH]; [exact Empty |].
    apply (ends_app [d]); [apply Parts; now left | apply IH; intros e I; apply Parts; now right]. }
  induction s as [| c s IH]; [exact Empty | now apply (ends_app [c])].
Qed.

Variable g : Component -> N.
Hypothesis g_grundy : is_grundy g.

(* A move changes the value of the sum. *)
Lemma move_changes s t : move s t -> value g t <> value g s.
Proof.
  intros [l c r o O] E; rewrite !value_app, value_cons in E.
  apply (proj1 (g_grundy c)); exists o; split; [exact O |].
  apply N.lxor_eq; apply (f_equal (fun x => N.lxor (N.lxor (value g l) x) (value g r))) in E.
  revert E; generalize (value g l), (g c), (value g r), (value g o); clear; intros x y z w E.
  apply N.bits_inj; intros i; apply (f_equal (fun v => N.testbit v i)) in E.
  rewrite !N.lxor_spec in E; rewrite !N.lxor_spec, N.bits_0.
  destruct (N.testbit x i), (N.testbit y i), (N.testbit z i), (N.testbit w i); simpl in *; congruence.
Qed.

(* From a sum whose value is not 0 some move leads to value 0. *)
Lemma move_to_0 s : value g s <> 0 -> exists t, move s t /\ value g t = 0.
Proof.
  intros T; destruct (bouton _ T) as [x [I L]].
  apply in_map_iff in I; destruct I as [c [<- I]]; fold (value g s) in L.
  destruct (proj2 (g_grundy c) _ L) as [o [O E]].
  destruct (in_split _ _ I) as [l [r ->]].
  exists (l ++ o ++ r); split; [now constructor |].
  rewrite !value_app, <- E, value_app, value_cons.
  apply N.bits_inj; intros i; rewrite !N.lxor_spec, N.bits_0.
  now destruct (N.testbit (value g l) i), (N.testbit (g c) i), (N.testbit (value g r) i).
Qed.

(* So the value of a sum is the mex of those of its options. *)
Theorem sum_is_mex s : is_mex (value g s) (fun v => exists t, move s t /\ v = value g t).
Proof.
  split; [intros [t [M E]]; now apply (move_changes s t M) |].
  intros u L; destruct (bouton (u :: map g s)) as [x [I B]]; fold (nimsum (map g s)) in *.
  - rewrite nimsum_cons; intros E; apply N.lxor_eq in E; fold (value g s) in E; lia.
  - rewrite nimsum_cons in B; fold (value g s) in B; destruct I as [-> | I].
    + rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in B; lia.
    + apply in_map_iff in I; destruct I as [c [<- I]].
      destruct (proj2 (g_grundy c) _ B) as [o [O E]]; destruct (in_split _ _ I) as [l [r ->]].
      exists (l ++ o ++ r); split; [now constructor |].
      rewrite !value_app, <- E, value_app, value_cons.
      apply N.bits_inj; intros i; rewrite !N.lxor_spec.
      now destruct (N.testbit (value g l) i), (N.testbit (g c) i), (N.testbit (value g r) i), (N.testbit u i).
Qed.

Lemma won_or_lost s : (value g s = 0 -> lost s) /\ (value g s <> 0 -> won s).
Proof.
  induction (play_ends s) as [s _ IH]; split; intros V.
  - constructor; intros t M; apply (IH t M); rewrite <- V; now apply move_changes.
  - destruct (move_to_0 s V) as [t [M Z]]; apply (some_move s t M), (IH t M), Z.
Qed.

Lemma not_both s : won s -> lost s -> False.
Proof.
  induction (play_ends s) as [s _ IH]; intros W L.
  destruct W as [s t M Lt]; destruct L as [s All].
  exact (IH t M (All t M) Lt).
Qed.

(* The player to move loses exactly the sums of value 0, and wins the others. *)
Theorem sprague_grundy s : lost s <-> value g s = 0.
Proof.
  destruct (won_or_lost s) as [Zero Other]; split; [| exact Zero].
  intros L; destruct (N.eq_dec (value g s) 0) as [E | E]; [exact E |].
  destruct (not_both s (Other E) L).
Qed.

Theorem sprague_grundy_won s : won s <-> value g s <> 0.
Proof.
  destruct (won_or_lost s) as [Zero Other]; split; [| exact Other].
  intros W E; exact (not_both s W (Zero E)).
Qed.

End Game.

(* A game whose components stand for sums of another one. *)
Section Sums.

Variables Component Other : Type.
Variable option : Component -> list Component -> Prop.
Variable other_option : Other -> list Other -> Prop.
Variable sum_of : Component -> list Other.

Hypothesis option_is_move : forall c o, option c o ->
  move Other other_option (sum_of c) (flat_map sum_of o).

(* The components of options are smaller: they are parts of what a move leaves. *)
Definition part_of_option (d c : Component) : Prop := exists o, option c o /\ In d o.

Theorem parts_of_options_end : (forall s, ends Other other_option s) -> well_founded part_of_option.
Proof.
  intros Ends c.
  enough (G : forall s, ends Other other_option s -> forall l d r, s = l ++ sum_of d ++ r ->
      Acc part_of_option d) by (apply (G _ (Ends (sum_of c)) [] c []); now rewrite app_nil_r).
  clear c; induction 1 as [s _ IH]; intros l c r ->; constructor; intros d [o [O I]].
  destruct (in_split _ _ I) as [o1 [o2 ->]].
  apply (IH (l ++ flat_map sum_of (o1 ++ d :: o2) ++ r)) with (l ++ flat_map sum_of o1) (flat_map sum_of o2 ++ r).
  - pose proof (option_is_move _ _ O) as M; inversion M as [k e m p P E1 E2].
    replace (l ++ (k ++ e :: m) ++ r) with ((l ++ k) ++ e :: m ++ r) by (now rewrite <- !app_assoc).
    replace (l ++ (k ++ p ++ m) ++ r) with ((l ++ k) ++ p ++ m ++ r) by (now rewrite <- !app_assoc).
    now constructor.
  - rewrite flat_map_app; simpl; now rewrite <- !app_assoc.
Qed.

Lemma value_of_sums (g : Other -> N) o :
  value Component (fun c => value Other g (sum_of c)) o = value Other g (flat_map sum_of o).
Proof.
  induction o as [| c o IH]; [reflexivity |].
  now rewrite value_cons, IH; simpl; rewrite value_app.
Qed.

(* If the moves of the sums are the options too, the component has the value of its sum. *)
Theorem sums_have_values c (g : Other -> N) : is_grundy Other other_option g ->
  (forall t, move Other other_option (sum_of c) t -> exists o, option c o /\ t = flat_map sum_of o) ->
  is_mex (value Other g (sum_of c))
    (values_of_options Component option (fun c => value Other g (sum_of c)) c).
Proof.
  intros G Back; apply (is_mex_ext (fun v => exists t, move Other other_option (sum_of c) t /\ v = value Other g t)).
  - intros v; unfold values_of_options; split.
    + intros [t [M ->]]; destruct (Back t M) as [o [O ->]]; exists o; now rewrite value_of_sums.
    + intros [o [O ->]]; exists (flat_map sum_of o); rewrite value_of_sums; auto.
  - now apply sum_is_mex.
Qed.

End Sums.
