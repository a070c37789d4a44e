(* Profiles.v: the exploration of profiles, a checker of machines, and its soundness.

   No option may have the value of its word: this is checked for each single item with the state of
   the machine. Every smaller value must be offered: more items offer more, so it is checked for
   some profiles only, such that each profile includes one of them. Both sets are found by a
   search that is not trusted: what it returns is checked to be closed. *)
From Coq Require Import NArith List Lia Bool PArith FMapPositive.
From Grundy Require Import Nim SpragueGrundy Words Automata.
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

(* The machine as a map from states, counted from 1, to their labels and next states. *)
Record automaton := { size : N; rules : list rule; rows : list (N * list N) }.

Definition table := PositiveMap.t (N * list N).

Definition table_of (rows : list (N * list N)) : table :=
  snd (fold_left (fun qt row => (Pos.succ (fst qt), PositiveMap.add (fst qt) row (snd qt)))
    rows (1%positive, PositiveMap.empty _)).

Definition label_in (t : table) (q : N) : N :=
  match PositiveMap.find (N.succ_pos q) t with Some (l, _) => l | None => 0 end.
Definition next_in (t : table) (q a : N) : N :=
  match PositiveMap.find (N.succ_pos q) t with Some (_, r) => nth (N.to_nat a) r 0 | None => 0 end.

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

Definition item_eqb (i j : item) : bool :=
  if N.eqb (snd (snd i)) (snd (snd j)) then
    (if N.eqb (fst (snd i)) (fst (snd j)) then place_eqb (fst i) (fst j) else false)
  else false.

Lemma tokens_eqb_eq s : forall t, tokens_eqb s t = true -> s = t.
Proof.
  induction s as [| x s IH]; intros [| y t] E; simpl in E; try discriminate; [reflexivity |].
  destruct (token_eqb x y) eqn:T; [| discriminate]; f_equal; [| now apply IH].
  destruct x, y; simpl in T; try discriminate; apply N.eqb_eq in T; now subst.
Qed.

Lemma item_eqb_eq i j : item_eqb i j = true -> i = j.
Proof.
  destruct i as [p [x q]], j as [r [y s]]; unfold item_eqb; simpl.
  destruct (N.eqb_spec q s) as [-> |]; [| discriminate].
  destruct (N.eqb_spec x y) as [-> |]; [| discriminate].
  intros E; f_equal; destruct p as [t e | a b c], r as [t' e' | a' b' c']; simpl in E; try discriminate.
  - destruct (Bool.eqb e e') eqn:Q; [| discriminate]; apply eqb_prop in Q; subst.
    f_equal; now apply tokens_eqb_eq.
  - destruct (N.eqb_spec a a') as [-> |]; [| discriminate].
    destruct (Bool.eqb b b') eqn:Q; [| discriminate]; apply eqb_prop in Q, E; now subst.
Qed.

(* A profile includes another if the items of the second come in it, in the same order. *)
Fixpoint includes (more less : list item) : bool :=
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

Definition item_before (i j : item) : bool :=
  let (x, q) := snd i in let (y, r) := snd j in
  if q <? r then true else if r <? q then false
  else if x <? y then true else if y <? x then false
  else place_number (fst i) <? place_number (fst j).

Fixpoint merge (k : list item) : list item -> list item :=
  match k with
  | [] => fun l => l
  | i :: k' => fix into (l : list item) : list item :=
      match l with
      | [] => i :: k'
      | j :: l' =>
          if item_eqb i j then merge k' l
          else if item_before i j then i :: merge k' l
          else j :: into l'
      end
  end.

Fixpoint pairs_merged (l : list (list item)) : list (list item) :=
  match l with
  | a :: b :: rest => merge a b :: pairs_merged rest
  | _ => l
  end.

Fixpoint merged (fuel : nat) (l : list (list item)) : list item :=
  match l, fuel with
  | [], _ => []
  | [a], _ => a
  | _, O => concat l
  | _, S fuel => merged fuel (pairs_merged l)
  end.

Definition sorted (l : list item) : list item := merged 64 (map (fun i => [i]) l).

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

Section Check.

Variable m : automaton.
Let t := table_of (rows m).
Let label := label_in t.
Let next := next_in t.
Let letters := map N.of_nat (seq 0 (N.to_nat (size m))).

Definition value_of (w : word) : N :=
  if forallb (fun a => a <? size m) w then label_of label next w else 0.

(* A state of the machine with an item, or with a profile. *)
Definition single := (N * item)%type.
Definition profile := (N * list item)%type.

Definition single_hash (s : single) : positive :=
  let (q, i) := s in
  N.succ_pos ((q * 4093 + snd (snd i) * 61 + fst (snd i) * 7 + place_number (fst i)) mod 1048573).
Definition profile_hash (p : profile) : positive := N.succ_pos (fst p).

Definition single_in (s : single) (all : buckets single) : bool :=
  some (fun r => if N.eqb (fst s) (fst r) then item_eqb (snd s) (snd r) else false)
    (bucket all (single_hash s)).

(* Some profile of this state in the set has no other items. *)
Definition covered (p : profile) (all : buckets profile) : bool :=
  some (fun r => if N.eqb (fst p) (fst r) then includes (snd p) (snd r) else false)
    (bucket all (profile_hash p)).

Definition profile_after (p : profile) (a : N) : profile :=
  (next (fst p) a, sorted (after label next (rules m) (fst p) (snd p) a)).

Definition offered (items : list item) (v : N) : bool :=
  some (fun i => if complete i then N.eqb (worth label i) v else false) items.

Definition closed (singles : list single) (profiles : list profile) : bool :=
  let S := collect single_hash singles in
  let P := collect profile_hash profiles in
  all (rule_inside (size m)) (rules m) &&
  all (fun i => single_in (0, i) S) (begin label next (rules m) 0 true) &&
  covered (0, sorted (begin label next (rules m) 0 true)) P &&
  all (fun s =>
    if (if complete (snd s) then N.eqb (worth label (snd s)) (label (fst s)) else false) then false
    else all (fun a =>
      all (fun j => single_in (next (fst s) a, j) S) (step label next (snd s) a)) letters) singles &&
  all (fun p =>
    if all_below (label (fst p)) (offered (snd p)) then
      all (fun a =>
        if all (fun i => single_in (next (fst p) a, i) S)
             (begin label next (rules m) (next (fst p) a) false)
        then covered (profile_after p a) P else false) letters
    else false) profiles.

Lemma single_in_In s l : single_in s (collect single_hash l) = true -> In s l.
Proof.
  unfold single_in; rewrite some_true; intros [[q i] [I E]]; simpl in E.
  destruct s as [q' i']; simpl in E; destruct (N.eqb_spec q' q) as [-> |]; [| discriminate].
  apply item_eqb_eq in E; subst; eapply bucket_collect, I.
Qed.

Lemma covered_In p l : covered p (collect profile_hash l) = true ->
  exists F, In (fst p, F) l /\ incl F (snd p).
Proof.
  unfold covered; rewrite some_true; intros [[q F] [I E]]; simpl in E.
  destruct (N.eqb_spec (fst p) q) as [-> |]; [| discriminate].
  exists F; split; [eapply bucket_collect, I | now apply includes_incl].
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

Lemma letters_In a : a < size m -> In a letters.
Proof. intros L; apply in_map_iff; exists (N.to_nat a); rewrite in_seq; lia. Qed.

Lemma after_mono q F G a : incl F G -> incl (after label next (rules m) q F a) (after label next (rules m) q G a).
Proof.
  unfold after; intros I i J; apply in_or_app; apply in_app_or in J; destruct J as [J | J]; [left | now right].
  apply in_flat_map in J; destruct J as [j [J K]]; apply in_flat_map; exists j; auto.
Qed.

(* The items after a word are among the singles, and include a profile. *)
Lemma words_are_covered S P : closed S P = true -> forall w, Forall (fun a => a < size m) w ->
  (forall i, In i (items label next (rules m) w) -> In (run next 0 w, i) S) /\
  (exists F, In (run next 0 w, F) P /\ incl F (items label next (rules m) w)).
Proof.
  unfold closed; rewrite !andb_true_iff, !all_true; intros [[[[_ B0] C0] HS] HP].
  assert (From : forall u, Forall (fun a => a < size m) u -> forall q F,
    (forall i, In i F -> In (q, i) S) -> (exists F', In (q, F') P /\ incl F' F) ->
    (forall i, In i (items_from label next (rules m) q F u) -> In (run next q u, i) S) /\
    (exists F', In (run next q u, F') P /\ incl F' (items_from label next (rules m) q F u))).
  { induction 1 as [| a u La _ IH]; intros q F HF [F' [IF' Sub]]; [split; [exact HF | now exists F'] |].
    pose proof (HP _ IF') as Hp; cbn [fst snd] in Hp.
    destruct (all_below _ _) in Hp; [| discriminate]; rewrite all_true in Hp.
    specialize (Hp a (letters_In a La)); destruct (all _ _) eqn:Begins in Hp; [| discriminate].
    rewrite all_true in Begins.
    cbn [items_from]; change (run next q (a :: u)) with (run next (next q a) u); apply IH.
    - intros i I; unfold after in I; apply in_app_or in I; destruct I as [I | I].
      + apply in_flat_map in I; destruct I as [j [J I]]; specialize (HS _ (HF j J)); cbn [fst snd] in HS.
        destruct (if complete j then _ else _) in HS; [discriminate |].
        rewrite all_true in HS; specialize (HS a (letters_In a La)); rewrite all_true in HS.
        apply single_in_In, HS, I.
      + apply single_in_In, Begins, I.
    - apply covered_In in Hp; cbn [fst snd profile_after] in Hp; destruct Hp as [G [IG Incl]].
      exists G; split; [exact IG |]; intros i I.
      apply (after_mono q F' F a Sub), sorted_incl, Incl, I. }
  intros w Inside; apply (From w Inside).
  - intros i I; apply single_in_In, B0, I.
  - apply covered_In in C0; cbn [fst snd] in C0; destruct C0 as [F [I J]]; exists F; split; [exact I |].
    intros i Ii; apply sorted_incl, J, Ii.
Qed.

(* Then the machine gives the Grundy function of the words. *)
Theorem closed_sound S P : closed S P = true ->
  is_grundy word (word_move (size m) (rules m)) value_of.
Proof.
  intros C w.
  destruct (forallb (fun a => a <? size m) w) eqn:W.
  - assert (Inside : Forall (fun a => a < size m) w).
    { apply Forall_forall; intros a I; rewrite forallb_forall in W; apply N.ltb_lt, W, I. }
    destruct (words_are_covered S P C w Inside) as [HS [F [IF Sub]]].
    revert C; unfold closed; rewrite !andb_true_iff, !all_true; intros [[[[Rules _] _] CS] CP].
    assert (Same : forall v, offers label (items label next (rules m) w) v <->
      values_of_options word (word_move (size m) (rules m)) value_of w v).
    { intros v; rewrite items_offer by exact Inside.
      assert (Parts : forall o, word_move (size m) (rules m) w o ->
        value word (label_of label next) o = value word value_of o).
      { intros o M; unfold value; f_equal; apply map_ext_in; intros d I; unfold value_of.
        replace (forallb (fun a => a <? size m) d) with true; [reflexivity |].
        symmetry; apply forallb_forall; intros a J; apply N.ltb_lt.
        pose proof (moves_inside _ _ (proj2 (all_true _ _) Rules) w o d M I) as H; rewrite Forall_forall in H; apply H, J. }
      split; intros [o [M ->]]; exists o; rewrite Parts; auto. }
    assert (V : value_of w = label (run next 0 w)) by (unfold value_of; now rewrite W).
    rewrite V; split.
    + intros H; apply Same in H; destruct H as [i [I [Done E]]].
      specialize (CS _ (HS i I)); cbn [fst snd] in CS; rewrite Done, <- E, N.eqb_refl in CS; discriminate.
    + intros u L; apply Same; specialize (CP _ IF); cbn [fst snd] in CP.
      destruct (all_below _ _) eqn:B in CP; [| discriminate].
      pose proof (proj1 (all_below_true _ _) B u L) as O; unfold offered in O; apply some_true in O.
      destruct O as [i [I O]]; destruct (complete i) eqn:Done; [| discriminate].
      apply N.eqb_eq in O; exists i; auto.
  - unfold value_of; rewrite W; split; [| lia].
    intros [o [M _]]; destruct M as [s l e r x y z _ Inside _ _ _ | a s w _ Inside _];
      rewrite Forall_forall in Inside; apply Bool.not_true_iff_false in W; apply W;
      apply forallb_forall; intros b I; apply N.ltb_lt, Inside, I.
Qed.
End Check.
