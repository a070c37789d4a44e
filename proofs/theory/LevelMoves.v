(* LevelMoves.v: what is known after a letter, of one move in play and of sets of them.

   A base that was high may be below after a letter: then its level is known, and with it that of
   every move in play at a distance. A distance that is too far is forgotten: all levels of the
   remainder are cases. Of a pair of a base and one move in play, all cases are followed; of a set,
   only the moves that are in one case. *)
From Coq Require Import ZArith NArith List Lia Bool PArith FMapPositive.
From Grundy Require Import Nim SpragueGrundy Words Automata ItemSets Levels.
Import ListNotations.
Open Scope Z_scope.

Section Moves.

Variable m : level_machine.
Variables high near : Z.
Variable strict : bool.
Hypothesis period_positive : 0 < repeat_period m.

Let remainder (y : Z) : Z := y mod repeat_period m.
Let is_at := is_at m high.
Let base_at := base_at m high.
Let stands := stands m high.
Let stands_item := stands_item m high.
Let cases := cases m high.

(* Next to a known level there is no other kind of distance. *)
Definition fixed (b l : level) : level :=
  match b, l with Known x, Near d => Known (x + d) | _, _ => l end.

(* The cases of the new base, each with those of a level. *)
Definition settle (b new : level) : option (list (level * (level -> list level))) :=
  match fixed b new, b with
  | Known y, _ =>
      Some [(Known y, fun l =>
        match fixed b l, b with
        | Near d, High r => cases (high + d) (r + d)
        | other, _ => [other]
        end)]
  | Near e, High r =>
      Some (map (fun y => (Known y, fun l => [match l with Near d => Known (y - e + d) | _ => l end]))
        (filter (fun y => remainder y =? remainder (r + e)) (up_to (high + e) high)) ++
        [(High (remainder (r + e)), fun l =>
          match l with
          | Near d =>
              if Z.abs (d - e) <=? near then [Near (d - e)] else cases (high + Z.max d (d - e)) (r + d)
          | _ => [l]
          end)])
  | _, _ => None
  end.

Lemma fixed_right b l x y : base_at b x -> is_at x l y -> is_at x (fixed b l) y.
Proof. destruct b, l; simpl; intros; auto; lia. Qed.

Lemma settle_right b new x x' cs : base_at b x -> is_at x new x' -> settle b new = Some cs ->
  exists c, In c cs /\ base_at (fst c) x' /\
  forall l y, is_at x l y -> exists l', In l' (snd c l) /\ is_at x' l' y.
Proof.
  intros B I E; apply (fixed_right b) in I; [| exact B]; unfold settle in E.
  destruct (fixed b new) as [z | e | z] eqn:F; simpl in I.
  - subst z; injection E as <-; eexists; split; [now left | split; [reflexivity |]]; cbn [snd].
    intros l y L; apply (fixed_right b) in L; [| exact B].
    destruct (fixed b l) as [u | d | u] eqn:G; try (eexists; split; [now left | exact L]).
    destruct b as [u | u | r]; [destruct l; discriminate | destruct B |].
    simpl in L, B; apply cases_right; [lia |].
    subst y; destruct B as [_ <-]; now rewrite Zplus_mod_idemp_l.
  - destruct b as [u | u | r]; [discriminate | discriminate |]; injection E as <-; simpl in B; destruct B as [H R].
    assert (Rest : remainder x' = remainder (r + e)).
    { unfold remainder; subst x' r; now rewrite Zplus_mod_idemp_l. }
    destruct (Z.le_gt_cases high x') as [Up | Low].
    + eexists; split; [apply in_or_app; right; now left | split; [now split |]]; cbn [snd].
      intros l y L; destruct l as [u | d | u]; simpl in L; try (eexists; split; [now left | exact L]).
      destruct (Z.leb_spec (Z.abs (d - e)) near); [eexists; split; [now left | simpl; lia] |].
      apply cases_right; [lia |]; subst y r; now rewrite Zplus_mod_idemp_l.
    + eexists; split.
      * apply in_or_app; left; apply in_map, filter_In; split; [| apply Z.eqb_eq, Rest].
        apply up_to_In; lia.
      * split; [reflexivity |]; cbn [snd]; intros l y L; eexists; split; [now left |].
        destruct l as [u | d | u]; simpl in *; auto; lia.
  - destruct b; discriminate.
Qed.

(* How bases and levels are kept. *)
Definition settled_base (b : level) : level :=
  match b with Known x => if high <=? x then High (remainder x) else b | _ => b end.

Definition settled_level (b l : level) : level :=
  match l with
  | Known y =>
      match b with
      | Known x =>
          if high <=? x then
            (if Z.abs (y - x) <=? near then Near (y - x) else if high <=? y then High (remainder y) else l)
          else if high + Z.abs near <=? y then High (remainder y) else l
      | _ => if high + Z.abs near <=? y then High (remainder y) else l
      end
  | _ => l
  end.

Lemma settled_base_right b x : base_at b x -> base_at (settled_base b) x.
Proof.
  destruct b as [y | |]; simpl; auto; intros ->.
  destruct (Z.leb_spec high y); simpl; auto.
Qed.

Lemma settled_level_right b l x y : base_at b x -> is_at x l y -> is_at x (settled_level b l) y.
Proof.
  intros B I; destruct l as [z | d | r]; auto; simpl in I; subst z.
  destruct b as [u | u | u]; simpl in *; [subst u | destruct B |].
  - destruct (Z.leb_spec high x).
    + destruct (Z.leb_spec (Z.abs (y - x)) near); simpl; [lia |].
      destruct (Z.leb_spec high y); simpl; auto.
    + destruct (Z.leb_spec (high + Z.abs near) y); simpl; auto; split; [lia | reflexivity].
  - destruct (Z.leb_spec (high + Z.abs near) y); simpl; auto; split; [lia | reflexivity].
Qed.

Definition level_of (i : item known) : level := fst (snd (snd i)).
Definition with_level (i : item known) (l : level) : item known :=
  (fst i, (fst (snd i), (l, snd (snd (snd i))))).

Lemma with_level_right x x' i j l : stands_item x i j ->
  is_at x' l (fst (snd (snd j))) -> stands_item x' (with_level i l) j.
Proof. intros [P [T [_ S]]] I; repeat split; assumption. Qed.

(* A base with one move in play, or with none. *)
Definition pair := (known * option (item known))%type.

Definition holds (q : state) (j : option (item state)) (p : pair) : Prop :=
  base_at (fst (fst p)) (fst q) /\ snd (fst p) = snd q /\
  match snd p, j with
  | None, None => True
  | Some i, Some j => stands_item (fst q) i j
  | _, _ => False
  end.

(* The pairs of the cases of a new base with moves in play, all as seen from the old base. *)
Definition settled (b : level) (s : known) (moves : list (option (item known))) : option (list pair) :=
  match settle b (fst s) with
  | None => None
  | Some cs =>
      Some (flat_map (fun c =>
        let base := (settled_base (fst c), snd s) in
        flat_map (fun i =>
          match i with
          | None => [(base, None)]
          | Some i => map (fun l => (base, Some (with_level i (settled_level (fst c) l)))) (snd c (level_of i))
          end) moves) cs)
  end.

Lemma settled_right b x s q moves r : base_at b x -> stands x s q -> settled b s moves = Some r ->
  (In None moves -> exists p, In p r /\ holds q None p) /\
  (forall i j, In (Some i) moves -> stands_item x i j -> exists p, In p r /\ holds q (Some j) p).
Proof.
  intros B [S J] E; unfold settled in E; destruct (settle b (fst s)) as [cs |] eqn:C; [| discriminate].
  injection E as <-; destruct (settle_right _ _ _ _ _ B S C) as [c [I [Base Levels]]].
  apply settled_base_right in Base as Base'; split.
  - intros N; eexists; split; [apply in_flat_map; exists c; split; [exact I |]; apply in_flat_map; exists None; split;
      [exact N | now left] |].
    repeat split; assumption.
  - intros i j K St; destruct (Levels (level_of i) (fst (snd (snd j)))) as [l [L At]]; [apply St |].
    eexists; split; [apply in_flat_map; exists c; split; [exact I |]; apply in_flat_map; exists (Some i); split;
      [exact K | apply in_map; exact L] |].
    split; [exact Base' | split; [exact J |]]; apply (with_level_right x); [exact St |].
    now apply settled_level_right.
Qed.

(* The pairs after a letter, and those of the moves that begin. *)
Definition pairs_after (p : pair) (a : N) : option (list pair) :=
  let b := fst (fst p) in
  match states_after m high b (own b, snd (fst p)) a with
  | Some [s] =>
      match snd p with
      | None => settled b s [None]
      | Some i =>
          match gathered (step_cases m high b i a) with
          | Some l => settled b s (map Some l)
          | None => None
          end
      end
  | _ => None
  end.

Definition pairs_begun (s : known) (empty : bool) : option (list pair) :=
  let b := fst s in
  match gathered (begin_cases m high b (own b, snd s) empty) with
  | Some l => settled b (own b, snd s) (map Some l)
  | None => None
  end.

Lemma covered_In x cs js r : Forall2 (covers m high x) cs js -> gathered cs = Some r ->
  forall j, In j js -> exists i, In i r /\ stands_item x i j.
Proof.
  intros F G j I; assert (In_cs : exists c, In c cs /\ covers m high x c j).
  { clear G; induction F as [| c j' cs js C F IH]; [destruct I |].
    destruct I as [<- | I]; [exists c; split; [now left | exact C] |].
    destruct (IH I) as [d [D E]]; exists d; split; [now right | exact E]. }
  destruct In_cs as [c [Ic C]]; destruct (gathered_In _ _ G c Ic) as [l [-> Incl]].
  destruct C as [i [Ii St]]; exists i; split; [now apply Incl | exact St].
Qed.

Lemma own_stands b x i : base_at b x -> stands x (own b, i) (x, i).
Proof. intros B; split; [now apply own_at | reflexivity]. Qed.

Lemma pairs_after_right p q j a r : holds q j p -> pairs_after p a = Some r ->
  match j with
  | None => exists p', In p' r /\ holds (next m q a) None p'
  | Some j => forall j', In j' (step first (label m) (next m) j a) ->
      exists p', In p' r /\ holds (next m q a) (Some j') p'
  end.
Proof.
  destruct p as [[b i] move], q as [x k]; unfold pairs_after; cbn [fst snd]; intros [B [K H]] E; simpl in B, K, H.
  subst k; pose proof (own_stands b x i B) as Own.
  destruct (states_after m high b (own b, i) a) as [[| s [| s' l]] |] eqn:A; try discriminate.
  destruct (states_after_right m high period_positive _ _ _ _ _ _ B Own A) as [s0 [[-> | []] S]].
  destruct move as [i0 |], j as [j |]; simpl in H; try contradiction.
  - destruct (gathered (step_cases m high b i0 a)) as [l |] eqn:G; [| discriminate].
    intros j' I; pose proof (step_cases_right m high period_positive b x i0 j a B H) as Cases.
    destruct (covered_In x _ _ l Cases G j' I) as [i' [Ii St]].
    apply (proj2 (settled_right b x s0 _ _ r B S E) i'); [now apply in_map | exact St].
  - apply (proj1 (settled_right b x s0 _ _ r B S E)); now left.
Qed.

Lemma pairs_begun_right s q empty r : base_at (fst s) (fst q) -> snd s = snd q -> pairs_begun s empty = Some r ->
  forall j, In j (begin first (label m) (next m) (moves m) q empty) -> exists p, In p r /\ holds q (Some j) p.
Proof.
  destruct s as [b i], q as [x k]; unfold pairs_begun; cbn [fst snd]; intros B <- E j I.
  pose proof (own_stands b x i B) as Own.
  destruct (gathered _) as [l |] eqn:G; [| discriminate].
  destruct (covered_In x _ _ l (begin_cases_right m high period_positive b x _ _ empty B Own) G j I) as [i' [Ii St]].
  apply (proj2 (settled_right b x _ _ _ r B Own E) i'); [now apply in_map | exact St].
Qed.

(* A base with a set of moves in play, each of which is in one case. *)
Definition set := (known * list (item known))%type.

Definition holds_all (q : state) (F : list (item state)) (s : set) : Prop :=
  base_at (fst (fst s)) (fst q) /\ snd (fst s) = snd q /\
  forall i, In i (snd s) -> exists j, In j F /\ stands_item (fst q) i j.

Definition singles {A : Type} (l : list (option (list A))) : list A :=
  flat_map (fun c => match c with Some [i] => [i] | _ => [] end) l.

Lemma singles_In x cs js : Forall2 (covers m high x) cs js ->
  forall i, In i (singles cs) -> exists j, In j js /\ stands_item x i j.
Proof.
  induction 1 as [| c j cs js C _ IH]; intros i I; [destruct I |]; unfold singles in I; simpl in I.
  apply in_app_or in I; destruct I as [I | I].
  - destruct c as [[| i' [| i'' l]] |]; try destruct I as []; subst; [| contradiction].
    destruct C as [i' [[-> | []] St]]; exists j; split; [now left | exact St].
  - destruct (IH i I) as [j' [J St]]; exists j'; split; [now right | exact St].
Qed.

(* Which moves in play are kept; any other choice would be as right. *)
Definition kept (b : level) (i : item known) : bool :=
  match b, level_of i with
  | High _, Near d => Z.abs d <=? near
  | High _, Known y => if strict then false else y <? high
  | Known x, Known y => if strict then Z.abs (y - x) <=? near else y <? high + near
  | _, _ => false
  end.

Definition begun (s : known) (empty : bool) : list (item known) :=
  filter (kept (fst s)) (map (fun i => with_level i (settled_level (fst s) (level_of i)))
    (singles (begin_cases m high (fst s) (own (fst s), snd s) empty))).

(* The moves in play in one case of the new base, of which each is in one case. *)
Definition moved (c : level * (level -> list level)) (l : list (item known)) : list (item known) :=
  flat_map (fun i =>
    match snd c (level_of i) with
    | [l] => [with_level i (settled_level (fst c) l)]
    | _ => []
    end) l.

Definition sets_after (s : set) (a : N) : option (list set) :=
  let b := fst (fst s) in
  match states_after m high b (own b, snd (fst s)) a with
  | Some [new] =>
      match settle b (fst new) with
      | Some cs =>
          let l := singles (flat_map (fun i => step_cases m high b i a) (snd s)) in
          Some (map (fun c =>
            let base := (settled_base (fst c), snd new) in
            (base, filter (kept (fst base)) (moved c l) ++ begun base false)) cs)
      | None => None
      end
  | _ => None
  end.

Lemma begun_right s q empty : base_at (fst s) (fst q) -> snd s = snd q -> forall i, In i (begun s empty) ->
  exists j, In j (begin first (label m) (next m) (moves m) q empty) /\ stands_item (fst q) i j.
Proof.
  destruct s as [b k], q as [x k']; cbn [fst snd]; intros B <- i I.
  apply filter_In in I; destruct I as [I _]; apply in_map_iff in I; destruct I as [i' [<- I]].
  pose proof (own_stands b x k B) as Own.
  destruct (singles_In x _ _ (begin_cases_right m high period_positive b x _ _ empty B Own) i' I) as [j [J St]].
  exists j; split; [exact J |]; apply (with_level_right x); [exact St |].
  apply settled_level_right; [exact B | apply St].
Qed.

Lemma sets_after_right s q F a r : holds_all q F s -> sets_after s a = Some r ->
  exists s', In s' r /\ holds_all (next m q a) (after first (label m) (next m) (moves m) q F a) s'.
Proof.
  destruct s as [[b k] G], q as [x k']; unfold sets_after; cbn [fst snd]; intros [B [K H]] E; simpl in B, K, H.
  subst k'; pose proof (own_stands b x k B) as Own.
  destruct (states_after m high b (own b, k) a) as [[| new [| s' l]] |] eqn:A; try discriminate.
  destruct (states_after_right m high period_positive _ _ _ _ _ _ B Own A) as [s0 [[-> | []] S]].
  destruct (settle b (fst s0)) as [cs |] eqn:C; [| discriminate]; injection E as <-.
  destruct S as [At Place]; destruct (settle_right _ _ _ _ _ B At C) as [c [I [Base Levels]]].
  apply settled_base_right in Base as Base'.
  eexists; split; [apply in_map; exact I |]; cbn [fst snd]; split; [exact Base' | split; [exact Place |]].
  intros i J; cbn [fst snd] in J; apply in_app_or in J; destruct J as [J | J].
  - apply filter_In in J; destruct J as [J _]; unfold moved in J; apply in_flat_map in J; destruct J as [i' [J Ji]].
    destruct (snd c (level_of i')) as [| l [| l' t]] eqn:L; try destruct Ji as []; [subst | contradiction].
    assert (From : exists i0, In i0 G /\ In i' (singles (step_cases m high b i0 a))).
    { unfold singles in J; apply in_flat_map in J; destruct J as [c0 [J Jc]]; apply in_flat_map in J.
      destruct J as [i0 [I0 J]]; exists i0; split; [exact I0 |]; apply in_flat_map; now exists c0. }
    destruct From as [i0 [I0 J']]; destruct (H i0 I0) as [j0 [Fj St]].
    destruct (singles_In x _ _ (step_cases_right m high period_positive b x i0 j0 a B St) i' J') as [j [Sj St']].
    exists j; split; [apply in_or_app; left; apply in_flat_map; now exists j0 |].
    apply (with_level_right x); [exact St' |]; apply settled_level_right; [exact Base |].
    destruct (Levels (level_of i') (fst (snd (snd j)))) as [l' [Il At']]; [apply St' |].
    rewrite L in Il; destruct Il as [<- | []]; exact At'.
  - destruct (begun_right (settled_base (fst c), snd s0) (next m (x, k) a) false Base' Place i J) as [j [Bj St]].
    exists j; split; [apply in_or_app; now right | exact St].
Qed.

End Moves.
