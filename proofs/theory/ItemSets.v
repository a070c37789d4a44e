(* ItemSets.v: sets of items, and maps, which compute. *)
From Coq Require Import NArith List Lia Bool PArith FMapPositive.
From Grundy Require Import Nim Words Automata.
Import ListNotations.
Open Scope N_scope.

(* A set with a hash: buckets of a map. *)
Section Buckets.

Variable X : Type.
Variable hash : X -> positive.

Definition buckets := PositiveMap.t (list X).
Definition bucket (m : buckets) (h : positive) : list X :=
  match PositiveMap.find h m with Some l => l | None => [] end.
Definition insert (m : buckets) (x : X) : buckets :=
  PositiveMap.add (hash x) (x :: bucket m (hash x)) m.
Definition collect (l : list X) : buckets := fold_left insert l (PositiveMap.empty (list X)).

Lemma bucket_collect l h x : In x (bucket (collect l) h) -> In x l.
Proof.
  unfold collect.
  enough (G : forall m, In x (bucket (fold_left insert l m) h) -> In x l \/ In x (bucket m h)).
  { intros I; destruct (G _ I) as [J | J]; [exact J |].
    unfold bucket in J; rewrite PositiveMap.gempty in J; destruct J. }
  induction l as [| y l IH]; intros m I; [now right |]; simpl in I.
  destruct (IH _ I) as [J | J]; [left; now right |].
  unfold insert, bucket at 1 in J; destruct (Pos.eq_dec h (hash y)) as [-> | Ne].
  - rewrite PositiveMap.gss in J; destruct J as [-> | J]; [left; now left | now right].
  - rewrite PositiveMap.gso in J by exact Ne; now right.
Qed.

End Buckets.
Arguments bucket {X}. Arguments insert {X}. Arguments collect {X}.

(* A list as a map from its places, counted from 1. *)
Definition table_of {X : Type} (rows : list X) : PositiveMap.t X :=
  snd (fold_left (fun qt row => (Pos.succ (fst qt), PositiveMap.add (fst qt) row (snd qt)))
    rows (1%positive, PositiveMap.empty _)).

Definition token_eqb (s t : token) : bool :=
  match s, t with
  | One a, One b | Any a, Any b => N.eqb a b
  | _, _ => false
  end.

Fixpoint tokens_eqb (s t : list token) : bool :=
  match s, t with
  | [], [] => true
  | x :: s, y :: t => if token_eqb x y then tokens_eqb s t else false
  | _, _ => false
  end.

Definition place_eqb (p r : place) : bool :=
  match p, r with
  | Left s e, Left t f => if Bool.eqb e f then tokens_eqb s t else false
  | Gone a s m, Gone b t n =>
      if N.eqb a b then (if Bool.eqb s t then Bool.eqb m n else false) else false
  | _, _ => false
  end.

Lemma tokens_eqb_eq s : forall t, tokens_eqb s t = true -> s = t.
Proof.
  induction s as [| x s IH]; intros [| y t] E; simpl in E; try discriminate; [reflexivity |].
  destruct (token_eqb x y) eqn:T; [| discriminate]; f_equal; [| now apply IH].
  destruct x, y; simpl in T; try discriminate; apply N.eqb_eq in T; now subst.
Qed.

Section Items.

(* Equality of states, and an order of them of which nothing is assumed. *)
Variable State : Type.
Variable same : State -> State -> bool.
Variable before : State -> State -> bool.
Hypothesis same_eq : forall q r, same q r = true -> q = r.

Definition item_eqb (i j : item State) : bool :=
  if same (snd (snd i)) (snd (snd j)) then
    (if N.eqb (fst (snd i)) (fst (snd j)) then place_eqb (fst i) (fst j) else false)
  else false.

Lemma item_eqb_eq i j : item_eqb i j = true -> i = j.
Proof.
  destruct i as [p [x q]], j as [r [y s]]; unfold item_eqb; simpl.
  destruct (same q s) eqn:Q; [apply same_eq in Q; subst | discriminate].
  destruct (N.eqb_spec x y) as [-> |]; [| discriminate].
  intros E; f_equal; destruct p as [t e | a b c], r as [t' e' | a' b' c']; simpl in E; try discriminate.
  - destruct (Bool.eqb e e') eqn:B; [| discriminate]; apply eqb_prop in B; subst.
    f_equal; now apply tokens_eqb_eq.
  - destruct (N.eqb_spec a a') as [-> |]; [| discriminate].
    destruct (Bool.eqb b b') eqn:B; [| discriminate]; apply eqb_prop in B, E; now subst.
Qed.

(* A profile includes another if the items of the second come in it, in the same order. *)
Fixpoint includes (more less : list (item State)) : bool :=
  match less, more with
  | [], _ => true
  | _ :: _, [] => false
  | i :: less', j :: more => if item_eqb i j then includes more less' else includes more less
  end.

Lemma includes_incl more : forall less, includes more less = true -> incl less more.
Proof.
  induction more as [| j more IH]; intros [| i less] E; simpl in E; try discriminate;
    [intros x [] | intros x [] |].
  destruct (item_eqb i j) eqn:Q.
  - apply item_eqb_eq in Q; subst; apply IH in E; intros x [-> | I]; [now left | right; now apply E].
  - apply IH in E; intros x I; right; now apply E.
Qed.

(* An order in which profiles are kept; nothing is assumed about it. *)
Definition token_number (t : token) : N := match t with One a => 2 * a + 1 | Any a => 2 * a + 2 end.
Definition place_number (p : place) : N :=
  match p with
  | Left t e => fold_left (fun n t => (n * 31 + token_number t) mod 1048573) t (if e then 2 else 1)
  | Gone a s m => (a * 4 + (if s then 2 else 0) + (if m then 1 else 0)) mod 1048573
  end.

Definition item_before (i j : item State) : bool :=
  let (x, q) := snd i in let (y, r) := snd j in
  if before q r then true else if before r q then false
  else if x <? y then true else if y <? x then false
  else place_number (fst i) <? place_number (fst j).

Fixpoint merge (k : list (item State)) : list (item State) -> list (item State) :=
  match k with
  | [] => fun l => l
  | i :: k' => fix into (l : list (item State)) : list (item State) :=
      match l with
      | [] => i :: k'
      | j :: l' =>
          if item_eqb i j then merge k' l
          else if item_before i j then i :: merge k' l
          else j :: into l'
      end
  end.

Fixpoint pairs_merged (l : list (list (item State))) : list (list (item State)) :=
  match l with
  | a :: b :: rest => merge a b :: pairs_merged rest
  | _ => l
  end.

Fixpoint merged (fuel : nat) (l : list (list (item State))) : list (item State) :=
  match l, fuel with
  | [], _ => []
  | [a], _ => a
  | _, O => concat l
  | _, S fuel => merged fuel (pairs_merged l)
  end.

Definition sorted (l : list (item State)) : list (item State) := merged 64 (map (fun i => [i]) l).

Lemma merge_incl k : forall l x, In x (merge k l) -> In x k \/ In x l.
Proof.
  induction k as [| i k IH]; [now right |].
  induction l as [| j l IHl]; intros x I; [now left |].
  cbn [merge] in I; fold merge in I.
  destruct (item_eqb i j).
  - apply IH in I; destruct I as [I | I]; [left; now right | now right].
  - destruct (item_before i j).
    + destruct I as [<- | I]; [left; now left |].
      apply IH in I; destruct I as [I | I]; [left; now right | now right].
    + destruct I as [<- | I]; [right; now left |].
      apply IHl in I; destruct I as [I | I]; [now left | right; now right].
Qed.

Lemma pairs_merged_incl l : forall x, (exists k, In k (pairs_merged l) /\ In x k) -> exists k, In k l /\ In x k.
Proof.
  enough (G : forall n l, (length l <= n)%nat -> forall x, (exists k, In k (pairs_merged l) /\ In x k) ->
    exists k, In k l /\ In x k) by (apply (G (length l)); auto).
  induction n as [| n IH]; intros [| a [| b rest]] L x [k [I X]]; simpl in L; try lia;
    try (exists k; split; assumption).
  destruct I as [<- | I].
  - apply merge_incl in X; destruct X; [exists a | exists b]; simpl; auto.
  - destruct (IH rest ltac:(lia) x (ex_intro _ k (conj I X))) as [k' [I' X']]; exists k'; simpl; auto.
Qed.

Lemma sorted_incl l : incl (sorted l) l.
Proof.
  unfold sorted; intros x I.
  enough (G : forall n k, In x (merged n k) -> exists r, In r k /\ In x r).
  { apply G in I; destruct I as [r [J X]]; apply in_map_iff in J; destruct J as [i [<- J]].
    now destruct X as [-> | []]. }
  induction n as [| n IH]; intros [| a [| b rest]] J; try (now destruct J);
    try (exists a; split; [now left | exact J]).
  - cbn [merged] in J; apply in_concat in J; exact J.
  - apply pairs_merged_incl, IH, J.
Qed.

End Items.
Arguments item_eqb {State}.
Arguments includes {State}.
Arguments sorted {State}.
