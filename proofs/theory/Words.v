(* Words.v: games on words. A move replaces a factor, or removes every copy of a letter; what is left
   may be several components. Weights of letters prove that every play ends.

   Letters are numbers below the size of the alphabet; positions are the words over them. These are
   the moves that the lines of a claim `automaton` list. *)
From Coq Require Import NArith List Lia Bool.
From Grundy Require Import Nim SpragueGrundy.
Import ListNotations.
Open Scope N_scope.

Definition word := list N.

(* The words over the alphabet. *)
Definition over (size : N) (w : word) : Prop := Forall (fun a => a < size) w.
Definition is_over (size : N) (w : word) : bool := all (fun a => a <? size) w.

Lemma is_over_true size w : is_over size w = true <-> over size w.
Proof.
  unfold is_over, over; rewrite all_true, Forall_forall.
  split; intros H a I; specialize (H a I); now apply N.ltb_lt.
Qed.

(* A left side: a letter, or any number of copies of it. *)
Inductive token := One (a : N) | Any (a : N).

Inductive matches : list token -> word -> Prop :=
  | match_end : matches [] []
  | match_one a t w : matches t w -> matches (One a :: t) (a :: w)
  | match_none a t w : matches t w -> matches (Any a :: t) w
  | match_more a t w : matches (Any a :: t) w -> matches (Any a :: t) (a :: w).

Inductive rule :=
  (* a factor that the tokens match, perhaps at the start or at the end only, becomes pieces *)
  | Replace (at_start : bool) (lhs : list token) (at_end : bool) (rhs : list word)
  (* every copy of a letter is removed, and separates components or not *)
  | Every (a : N) (separates : bool).

(* The pieces between x and z: the first continues x, the last is continued by z. *)
Fixpoint between (x : word) (pieces : list word) (z : word) : list word :=
  match pieces with
  | [] => [x ++ z]
  | [p] => [x ++ p ++ z]
  | p :: rest => (x ++ p) :: between [] rest z
  end.

(* The word u without the letter a, after the open component x. *)
Fixpoint without (a : N) (separates : bool) (x u : word) : list word :=
  match u with
  | [] => [x]
  | b :: u =>
      if N.eqb a b then
        (if separates then x :: without a separates [] u else without a separates x u)
      else without a separates (x ++ [b]) u
  end.

Inductive word_move (size : N) (rules : list rule) : word -> list word -> Prop :=
  | replaced at_start lhs at_end rhs x y z :
      In (Replace at_start lhs at_end rhs) rules -> Forall (fun a => a < size) (x ++ y ++ z) ->
      matches lhs y -> (at_start = true -> x = []) -> (at_end = true -> z = []) ->
      word_move size rules (x ++ y ++ z) (between x rhs z)
  | removed a separates w :
      In (Every a separates) rules -> Forall (fun a => a < size) w -> In a w ->
      word_move size rules w (without a separates [] w).

(* What a move writes is over the alphabet too. *)
Definition rule_inside (size : N) (r : rule) : bool :=
  match r with
  | Replace _ _ _ rhs => all (all (fun a => a <? size)) rhs
  | Every _ _ => true
  end.

Lemma between_inside (P : N -> Prop) pieces : Forall (Forall P) pieces -> forall x z, Forall P x ->
  Forall P z -> Forall (Forall P) (between x pieces z).
Proof.
  induction 1 as [| p rest Hp Hrest IH]; intros x z Hx Hz; simpl.
  - constructor; [apply Forall_app; auto | constructor].
  - destruct rest as [| q rest].
    + constructor; [rewrite !Forall_app; auto | constructor].
    + constructor; [apply Forall_app; auto | apply IH; auto].
Qed.

Lemma without_inside (P : N -> Prop) a s u : Forall P u -> forall x, Forall P x ->
  Forall (Forall P) (without a s x u).
Proof.
  induction 1 as [| b u Hb _ IH]; intros x Hx; simpl; [auto |].
  destruct (a =? b); [destruct s; auto | apply IH, Forall_app; auto].
Qed.

Lemma moves_inside size rules : all (rule_inside size) rules = true ->
  forall w o d, word_move size rules w o -> In d o -> Forall (fun a => a < size) d.
Proof.
  rewrite all_true; intros Inside w o d M; revert d; apply Forall_forall.
  destruct M as [s lhs e rhs x y z R W _ _ _ | a s w R W _].
  - rewrite !Forall_app in W; apply between_inside; try tauto.
    specialize (Inside _ R); simpl in Inside; rewrite all_true in Inside.
    apply Forall_forall; intros p Ip; apply Forall_forall; intros a Ia.
    specialize (Inside p Ip); rewrite all_true in Inside; apply N.ltb_lt, Inside, Ia.
  - now apply without_inside.
Qed.

(* Weights. *)
Section Weights.

Variable weights : list N.

Definition letter_weight (a : N) : N := nth (N.to_nat a) weights 0.
Definition weight (w : word) : N := fold_right (fun a n => letter_weight a + n) 0 w.
Definition least_weight (lhs : list token) : N :=
  fold_right (fun t n => match t with One a => letter_weight a + n | Any _ => n end) 0 lhs.

Definition lighter (v w : word) : Prop := weight v < weight w.

Lemma lighter_wf : well_founded lighter.
Proof.
  unfold lighter; apply (Wf_nat.well_founded_lt_compat word (fun w => N.to_nat (weight w))).
  intros v w L; lia.
Qed.

(* Each piece is lighter than what it replaces; a letter that is removed has a weight. *)
Definition rule_ends (r : rule) : bool :=
  match r with
  | Replace _ lhs _ rhs =>
      (0 <? least_weight lhs) && all (fun p => weight p <? least_weight lhs) rhs
  | Every a _ => 0 <? letter_weight a
  end.

Lemma weight_app v w : weight (v ++ w) = weight v + weight w.
Proof. induction v as [| a v IH]; simpl; [| rewrite IH]; lia. Qed.

Lemma matches_weight lhs y : matches lhs y -> least_weight lhs <= weight y.
Proof. induction 1; simpl in *; lia. Qed.

Lemma between_weight bound pieces : (forall p, In p pieces -> weight p < bound) -> 0 < bound ->
  forall x z d, In d (between x pieces z) -> weight d < weight x + bound + weight z.
Proof.
  intros Each Positive; induction pieces as [| p [| q rest] IH]; intros x z d I.
  - destruct I as [<- | []]; rewrite weight_app; lia.
  - destruct I as [<- | []]; rewrite !weight_app; specialize (Each p (or_introl eq_refl)); lia.
  - destruct I as [<- | I].
    + rewrite weight_app; specialize (Each p (or_introl eq_refl)); lia.
    + enough (weight d < weight [] + bound + weight z) by (simpl in *; lia).
      apply IH; [intros r J; apply Each; now right | exact I].
Qed.

Lemma without_weight a s : forall u x d, In d (without a s x u) ->
  weight d <= weight x + weight u /\ (In a u -> weight d + letter_weight a <= weight x + weight u).
Proof.
  induction u as [| b u IH]; intros x d I; simpl in I.
  - destruct I as [<- | []]; simpl; split; [lia | intros []].
  - simpl weight; destruct (N.eqb_spec a b) as [-> | Ne].
    + assert (weight d <= weight x + weight u).
      { destruct s; [destruct I as [<- | I]; [lia |] |]; apply IH in I; simpl in *; lia. }
      split; [lia | intros _; lia].
    + apply IH in I; rewrite weight_app in I; simpl weight in I; destruct I as [I1 I2].
      split; [lia | intros [E | J]; [congruence | specialize (I2 J); lia]].
Qed.

Theorem weights_prove_end size rules : all rule_ends rules = true ->
  forall w o d, word_move size rules w o -> In d o -> lighter d w.
Proof.
  rewrite all_true; intros Ends w o d M I; unfold lighter; destruct M as [s lhs e rhs x y z R _ Y _ _ | a s w R _ A].
  - specialize (Ends _ R); simpl in Ends; apply andb_true_iff in Ends; destruct Ends as [Pos Each].
    apply N.ltb_lt in Pos; rewrite all_true in Each.
    pose proof (matches_weight _ _ Y); rewrite !weight_app.
    enough (weight d < weight x + least_weight lhs + weight z) by lia.
    apply (between_weight _ rhs); auto; intros p J; apply N.ltb_lt, Each, J.
  - specialize (Ends _ R); simpl in Ends; apply N.ltb_lt in Ends.
    apply without_weight in I; destruct I as [_ I]; specialize (I A); simpl in I; lia.
Qed.

End Weights.
