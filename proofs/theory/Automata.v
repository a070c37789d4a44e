(* Automata.v: a finite machine that gives the value of every word, and when it is right.

   While a word is read, every way in which one move can be in play is an item: what is still to be
   matched, the nim-sum of the components that are closed, and the state of the machine on the one
   that is open. The items after a word and the state of the machine are its profile. The machine is
   right exactly if at each profile the label of the state is the mex of the values of the complete
   items. `Profiles.v` explores the profiles. *)
From Coq Require Import NArith List Lia Bool.
From Grundy Require Import Nim SpragueGrundy Words.
Import ListNotations.
Open Scope N_scope.

(* What a move is doing. *)
Inductive place :=
  (* these tokens are to be matched, and perhaps the word must end there *)
  | Left (tokens : list token) (at_end : bool)
  (* copies of the letter are being removed; one was there or not *)
  | Gone (a : N) (separates seen : bool).

Section Machine.

(* The machine begins in its first state; the states may be infinitely many. *)
Variable State : Type.
Variable first : State.
Variable label : State -> N.
Variable next : State -> N -> State.

Definition run (q : State) (w : word) : State := fold_left next w q.
Definition label_of (w : word) : N := label (run first w).

Lemma run_app q v w : run q (v ++ w) = run (run q v) w.
Proof. apply fold_left_app. Qed.

(* The place, the nim-sum of the closed components, the state on the open one. *)
Definition item := (place * (N * State))%type.

(* What is left of the tokens after a letter. *)
Fixpoint left_after (tokens : list token) (a : N) : list (list token) :=
  match tokens with
  | [] => []
  | One b :: rest => if N.eqb a b then [rest] else []
  | Any b :: rest => (if N.eqb a b then [Any b :: rest] else []) ++ left_after rest a
  end.

Fixpoint may_end (tokens : list token) : bool :=
  match tokens with
  | [] => true
  | One _ :: _ => false
  | Any _ :: rest => may_end rest
  end.

Definition step (i : item) (a : N) : list item :=
  let (x, q) := snd i in
  match fst i with
  | Left t e =>
      map (fun t => (Left t e, (x, q))) (left_after t a) ++
      (if may_end t && negb e then [(Left [] false, (x, next q a))] else [])
  | Gone b s seen =>
      if N.eqb b a then [(Gone b s true, if s then (N.lxor x (label q), first) else (x, q))]
      else [(Gone b s seen, (x, next q a))]
  end.

(* The pieces are written after the state q. *)
Fixpoint write (x : N) (q : State) (pieces : list word) : N * State :=
  match pieces with
  | [] => (x, q)
  | [p] => (x, run q p)
  | p :: rest => write (N.lxor x (label (run q p))) first rest
  end.

(* The moves that begin after a word that leads to q; it is empty or not. *)
Definition begin (rules : list rule) (q : State) (empty : bool) : list item :=
  flat_map (fun r =>
    match r with
    | Replace s lhs e rhs =>
        if s && negb empty then [] else [(Left lhs e, write 0 q rhs)]
    | Every a s => if empty then [(Gone a s false, (0, q))] else []
    end) rules.

Definition complete (i : item) : bool :=
  match fst i with Left t _ => may_end t | Gone _ _ seen => seen end.

Definition worth (i : item) : N := N.lxor (fst (snd i)) (label (snd (snd i))).

(* The items after a word. *)
Variable rules : list rule.

Definition after (q : State) (items : list item) (a : N) : list item :=
  flat_map (fun i => step i a) items ++ begin rules (next q a) false.

Fixpoint items_from (q : State) (items : list item) (w : word) : list item :=
  match w with
  | [] => items
  | a :: w => items_from (next q a) (after q items a) w
  end.

Definition items (w : word) : list item := items_from first (begin rules first true) w.
Definition offers (F : list item) (v : N) : Prop :=
  exists i, In i F /\ complete i = true /\ v = worth i.

(* The value v that the item i has when u was read too. *)
Fixpoint finishes (i : item) (u : word) (v : N) : Prop :=
  match u with
  | [] => complete i = true /\ v = worth i
  | a :: u => exists j, In j (step i a) /\ finishes j u v
  end.

Lemma may_end_matches t : may_end t = true <-> matches t [].
Proof.
  split.
  - induction t as [| [a | a] t IH]; intros E; [constructor | discriminate | constructor; auto].
  - intros M; remember [] as w; induction M; simpl; auto; discriminate.
Qed.

Lemma matches_after t a u : matches t (a :: u) <-> exists t', In t' (left_after t a) /\ matches t' u.
Proof.
  split.
  - intros M; remember (a :: u) as w eqn:W; revert a u W.
    induction M as [| b t w M IH | b t w M IH | b t w M IH]; intros a u W; simpl.
    + discriminate.
    + injection W as -> ->; rewrite N.eqb_refl; exists t; split; [now left | exact M].
    + destruct (IH a u W) as [t' [I M']]; exists t'; split; [apply in_or_app; now right | exact M'].
    + injection W as -> ->; rewrite N.eqb_refl; exists (Any a :: t); split; [now left | exact M].
  - intros [t' [I M]]; induction t as [| [b | b] t IH]; simpl in I; [destruct I | |].
    + destruct (N.eqb_spec a b) as [-> | Ne]; [| destruct I].
      destruct I as [<- | []]; now constructor.
    + apply in_app_or in I; destruct I as [I | I]; [| constructor; auto].
      destruct (N.eqb_spec a b) as [-> | Ne]; [| destruct I].
      destruct I as [<- | []]; now constructor.
Qed.

Lemma left_finishes u : forall t e x q v, finishes (Left t e, (x, q)) u v <->
  exists y z, u = y ++ z /\ matches t y /\ (e = true -> z = []) /\ v = N.lxor x (label (run q z)).
Proof.
  induction u as [| a u IH]; intros t e x q v.
  - simpl; unfold complete, worth; simpl; rewrite may_end_matches; split.
    + intros [M ->]; exists [], []; auto.
    + intros [y [z [E [M [_ ->]]]]]; symmetry in E; apply app_eq_nil in E.
      destruct E as [-> ->]; auto.
  - cbn [finishes]; unfold step; cbn [fst snd]; split.
    + intros [j [I F]]; apply in_app_or in I; destruct I as [I | I].
      * apply in_map_iff in I; destruct I as [t' [<- I]]; apply IH in F.
        destruct F as [y [z [-> [M [Z ->]]]]]; exists (a :: y), z; repeat split; auto.
        apply matches_after; exists t'; auto.
      * destruct (may_end t && negb e) eqn:C; [| destruct I].
        apply andb_true_iff in C; destruct C as [C E]; apply negb_true_iff in E.
        destruct I as [<- | []]; apply IH in F; destruct F as [y [z [-> [M [_ ->]]]]].
        inversion M; subst; exists [], (a :: z); repeat split; [now apply may_end_matches | congruence].
    + intros [y [z [E [M [Z ->]]]]]; destruct y as [| b y]; simpl in E.
      * subst z; exists (Left [] false, (x, next q a)); split.
        -- apply in_or_app; right; apply may_end_matches in M; rewrite M.
           destruct e; [discriminate (Z eq_refl) | now left].
        -- apply IH; exists [], u; repeat split; [constructor | discriminate].
      * injection E as <- ->; apply matches_after in M; destruct M as [t' [I M]].
        exists (Left t' e, (x, q)); split; [apply in_or_app; left; apply in_map_iff; now exists t' |].
        apply IH; exists y, z; auto.
Qed.

Lemma gone_finishes b s u : forall seen x w v,
  finishes (Gone b s seen, (x, run first w)) u v <->
  (seen = true \/ In b u) /\ v = N.lxor x (value word label_of (without b s w u)).
Proof.
  induction u as [| a u IH]; intros seen x w v.
  - simpl; unfold complete, worth, value; simpl; rewrite N.lxor_0_r; intuition.
  - cbn [finishes without]; unfold step; cbn [fst snd].
    destruct (N.eqb_spec b a) as [-> | Ne].
    + assert (E : finishes (Gone a s true,
          if s then (N.lxor x (label (run first w)), first) else (x, run first w)) u v <->
        v = N.lxor x (value word label_of (if s then w :: without a s [] u else without a s w u))).
      { destruct s.
        - change first with (run first []); rewrite IH, value_cons, <- N.lxor_assoc; unfold label_of; intuition.
        - rewrite IH; intuition. }
      split.
      * intros [j [[<- | []] F]]; split; [right; now left | now apply E].
      * intros [_ V]; eexists; split; [now left | now apply E].
    + replace (next (run first w) a) with (run first (w ++ [a])) by (now rewrite run_app).
      split.
      * intros [j [[<- | []] F]]; apply IH in F; simpl; intuition.
      * intros [S V]; eexists; split; [now left |]; apply IH; simpl in S; intuition congruence.
Qed.

(* What is written has the value of its components. *)
Lemma write_between pieces : forall c x z,
  N.lxor c (value word label_of (between x pieces z)) =
  let (c', q) := write c (run first x) pieces in N.lxor c' (label (run q z)).
Proof.
  induction pieces as [| p [| p' rest] IH]; intros c x z.
  - simpl; unfold value; simpl; rewrite N.lxor_0_r; unfold label_of; now rewrite run_app.
  - simpl; unfold value; simpl; rewrite N.lxor_0_r; unfold label_of; now rewrite !run_app.
  - change (between x (p :: p' :: rest) z) with ((x ++ p) :: between [] (p' :: rest) z).
    rewrite value_cons, <- N.lxor_assoc, IH; unfold label_of; now rewrite run_app.
Qed.

Lemma items_from_offers u : forall q F v, offers (items_from q F u) v <->
  (exists i, In i F /\ finishes i u v) \/
  (exists x z, u = x ++ z /\ x <> [] /\ exists i, In i (begin rules (run q x) false) /\ finishes i z v).
Proof.
  induction u as [| a u IH]; intros q F v.
  - simpl; unfold offers; split; [intros [i H]; left; exists i; intuition |].
    intros [[i H] | [x [z [E [Ne _]]]]]; [exists i; intuition |].
    symmetry in E; apply app_eq_nil in E; tauto.
  - cbn [items_from]; rewrite IH; unfold after; split.
    + intros [[i [I H]] | [x [z [-> [Ne H]]]]].
      * apply in_app_or in I; destruct I as [I | I].
        -- apply in_flat_map in I; destruct I as [j [J I]]; left; exists j; split; [exact J |].
           simpl; now exists i.
        -- right; exists [a], u; repeat split; [discriminate |]; now exists i.
      * right; exists (a :: x), z; repeat split; [discriminate | exact H].
    + intros [[i [I [j [J H]]]] | [x [z [E [Ne H]]]]].
      * left; exists j; split; [apply in_or_app; left; apply in_flat_map; now exists i | exact H].
      * destruct x as [| b x]; [contradiction |]; injection E as <- ->.
        destruct x as [| c x].
        -- left; destruct H as [i [I H]]; exists i; split; [apply in_or_app; now right | exact H].
        -- right; exists (c :: x), z; repeat split; [discriminate | exact H].
Qed.

(* The complete items after a word have the values of its options. *)
Lemma items_offer size w : Forall (fun a => a < size) w -> forall v,
  offers (items w) v <-> values_of_options word (word_move size rules) label_of w v.
Proof.
  intros Inside v; unfold items; rewrite items_from_offers.
  assert (One : forall x z empty, (empty = true <-> x = []) -> w = x ++ z ->
    (exists i, In i (begin rules (run first x) empty) /\ finishes i z v) ->
    values_of_options word (word_move size rules) label_of w v).
  { intros x z empty Em -> [i [I H]]; unfold begin in I; apply in_flat_map in I.
    destruct I as [[s lhs e rhs | a s] [R I]].
    - destruct (s && negb empty) eqn:S; [destruct I |]; destruct I as [<- | []].
      pose proof (write_between rhs 0 x) as W; destruct (write 0 (run first x) rhs) as [c q].
      apply left_finishes in H; destruct H as [y [z' [-> [M [E ->]]]]].
      exists (between x rhs z'); split.
      + apply (replaced _ _ s lhs e); auto.
        intros ->; apply Em; now destruct empty.
      + rewrite <- W; now rewrite N.lxor_0_l.
    - destruct empty; [| destruct I]; destruct I as [<- | []].
      rewrite (proj1 Em eq_refl) in *; apply gone_finishes in H; destruct H as [[H | H] ->]; [discriminate |].
      exists (without a s [] z); split; [now constructor | apply N.lxor_0_l]. }
  split.
  - intros [H | [x [z [E [Ne H]]]]].
    + apply (One [] w true); tauto.
    + apply (One x z false); auto; split; [discriminate | contradiction].
  - intros [o [M ->]]; destruct M as [s lhs e rhs x y z R _ Y S E | a s w R _ A].
    + set (empty := match x with [] => true | _ => false end).
      assert (H : exists i, In i (begin rules (run first x) empty) /\
          finishes i (y ++ z) (value word label_of (between x rhs z))).
      { exists (Left lhs e, write 0 (run first x) rhs); split.
        - unfold begin; apply in_flat_map; exists (Replace s lhs e rhs); split; [exact R |].
          destruct s; [unfold empty; rewrite (S eq_refl) |]; now left.
        - pose proof (write_between rhs 0 x z) as W; destruct (write 0 (run first x) rhs) as [c q].
          apply left_finishes; exists y, z; repeat split; auto. }
      destruct x as [| b x]; [now left | right].
      exists (b :: x), (y ++ z); repeat split; [discriminate | exact H].
    + left; exists (Gone a s false, (0, run first [])); split.
      * unfold begin; apply in_flat_map; exists (Every a s); split; [exact R | now left].
      * apply gone_finishes; split; [now right | now rewrite N.lxor_0_l].
Qed.

End Machine.
Arguments run {State}.
Arguments label_of {State}.
Arguments step {State}.
Arguments write {State}.
Arguments begin {State}.
Arguments complete {State}.
Arguments worth {State}.
Arguments after {State}.
Arguments items_from {State}.
Arguments items {State}.
Arguments offers {State}.
Arguments items_offer {State}.
