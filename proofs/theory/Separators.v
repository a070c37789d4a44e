(* Separators.v: letters that rules read and keep, and that separate a word all the same.

   On rows, with rules that replace a factor by one word wherever it stands: if a letter s is only
   the first or the last letter of left sides, and the right side then begins or ends with it too,
   a word x s y is worth x s and s y together. *)
From Coq Require Import PeanoNat NArith List Lia Bool.
From Grundy Require Import Nim SpragueGrundy Words Rewriting ParityCheck.
Import ListNotations.
Open Scope N_scope.

(* The letter s is at the ends of left sides only, and is kept there. *)
Definition separator (s : N) (R : list replacement) : Prop := forall u v, In (u, v) R ->
  (forall a b, u = a ++ s :: b -> a = [] \/ b = []) /\
  (forall b, u = s :: b -> exists c, v = s :: c) /\
  (forall a, u = a ++ [s] -> exists c, v = c ++ [s]).

Section Separate.

Variable size : N.
Variable R : list replacement.
Variable s : N.
Hypothesis separates : separator s R.
Hypothesis formed : well_formed size R.
Hypothesis play_ends : well_founded (fun d w => In d (options size R w)).

Variable g : word -> N.
Hypothesis g_grundy : is_grundy word (word_move size (map plain R)) g.

Let option w o := In o (options size R w).

Lemma g_mex w : is_mex (g w) (fun v => exists o, option w o /\ v = g o).
Proof.
  apply (is_mex_ext (fun v => In v (map g (options size R w)))).
  - intros v; rewrite in_map_iff; split; intros [o H]; exists o; intuition.
  - exact (g_is_mex size R g g_grundy w).
Qed.

(* Options keep the separator at the end of a word, and at its start. *)
Lemma option_before x o : option (x ++ [s]) o -> exists x', o = x' ++ [s].
Proof.
  intros O; apply options_In in O; destruct O as [_ [a [u [v [b [I [E ->]]]]]]].
  destruct (formed u v I) as [Ne _]; destruct (separates u v I) as [_ [_ Last]].
  destruct (exists_last Ne) as [u' [c ->]].
  destruct b as [| d b] using rev_ind.
  - rewrite app_nil_r, app_assoc in E; apply app_inj_tail in E; destruct E as [_ <-].
    destruct (Last u' eq_refl) as [k ->]; exists (a ++ k); now rewrite app_nil_r, app_assoc.
  - rewrite !app_assoc in E; apply app_inj_tail in E; destruct E as [_ <-].
    exists (a ++ v ++ b); now rewrite <- !app_assoc.
Qed.

Lemma option_behind y o : option (s :: y) o -> exists y', o = s :: y'.
Proof.
  intros O; apply options_In in O; destruct O as [_ [a [u [v [b [I [E ->]]]]]]].
  destruct (formed u v I) as [Ne _]; destruct (separates u v I) as [_ [First _]].
  destruct a as [| c a]; simpl in *.
  - destruct u as [| c u]; [contradiction |]; injection E as <- _.
    destruct (First u eq_refl) as [k ->]; now exists (k ++ b).
  - injection E as <- _; now exists (a ++ v ++ b).
Qed.

Lemma option_in_context x y w o : over size x -> over size y -> option w o -> option (x ++ w ++ y) (x ++ o ++ y).
Proof.
  intros X Y O; apply options_In in O; destruct O as [W [a [u [v [b [I [-> ->]]]]]]].
  apply options_In; unfold over in *; rewrite !Forall_app in *; split; [tauto |].
  exists (x ++ a), u, v, (b ++ y); rewrite <- !app_assoc; auto.
Qed.

(* An occurrence does not extend across the separator. *)
Lemma option_of_joined x y o : option (x ++ s :: y) o ->
  (exists d, option (x ++ [s]) d /\ o = d ++ y) \/ (exists d, option (s :: y) d /\ o = x ++ d).
Proof.
  intros O; apply options_In in O; destruct O as [W [a [u [v [b [I [E ->]]]]]]].
  destruct (formed u v I) as [Ne _]; destruct (separates u v I) as [Ends _].
  assert (Parts : over size (x ++ [s]) /\ over size (s :: y)).
  { change (s :: y) with ([s] ++ y) in *; unfold over in *; rewrite !Forall_app in *; tauto. }
  destruct (Nat.le_gt_cases (length x) (length a)) as [Right | Left].
  - right; destruct (app_longer _ _ _ _ E Right) as [m [-> E']].
    exists (m ++ v ++ b); split; [| now rewrite <- app_assoc].
    apply options_In; split; [apply Parts |]; now exists m, u, v, b.
  - left; replace (x ++ s :: y) with ((x ++ [s]) ++ y) in E by now rewrite <- app_assoc.
    destruct (Nat.le_gt_cases (length (a ++ u)) (length (x ++ [s]))) as [Within | Across].
    + symmetry in E; rewrite app_assoc in E; destruct (app_longer _ _ _ _ E Within) as [m [E1 ->]].
      exists (a ++ v ++ m); split; [| now rewrite <- !app_assoc].
      apply options_In; split; [apply Parts |]; exists a, u, v, m; rewrite E1, <- app_assoc; auto.
    + exfalso; rewrite app_assoc in E; destruct (app_longer _ _ _ _ E (Nat.lt_le_incl _ _ Across)) as [m [E1 ->]].
      rewrite <- app_assoc in E1; symmetry in E1; simpl in E1.
      destruct (app_longer _ _ _ _ (eq_sym E1) (Nat.lt_le_incl _ _ Left)) as [k [-> E2]].
      destruct (Ends k m E2) as [-> | ->].
      * rewrite app_nil_r in Left; lia.
      * apply (f_equal (@length N)) in E2; rewrite !app_length in *; simpl in *; lia.
Qed.

Theorem separator_splits x y : over size (x ++ s :: y) ->
  g (x ++ s :: y) = N.lxor (g (x ++ [s])) (g (s :: y)).
Proof.
  remember (x ++ s :: y) as w eqn:W; revert x y W; pattern w.
  apply (well_founded_induction play_ends); clear w; intros w IH x y -> Over.
  assert (Sides : over size x /\ over size y).
  { unfold over in *; rewrite Forall_app in Over; destruct Over as [X Y]; inversion Y; auto. }
  assert (After : forall o, option (x ++ s :: y) o -> over size o).
  { intros o O; apply options_In in O; destruct O as [_ [a [u [v [b [I [E ->]]]]]]].
    destruct (formed u v I) as [_ V]; rewrite E in Over; unfold over in *; rewrite !Forall_app in *; tauto. }
  assert (Left : forall d, option (x ++ [s]) d -> option (x ++ s :: y) (d ++ y) /\
    g (d ++ y) = N.lxor (g d) (g (s :: y))).
  { intros d D; pose proof (option_in_context [] y _ _ (Forall_nil _) (proj2 Sides) D) as J; simpl in J.
    rewrite <- app_assoc in J; simpl in J; split; [exact J |].
    destruct (option_before x d D) as [x' ->]; rewrite <- app_assoc in *; simpl in *.
    apply (IH (x' ++ s :: y)); auto. }
  assert (Right : forall d, option (s :: y) d -> option (x ++ s :: y) (x ++ d) /\
    g (x ++ d) = N.lxor (g (x ++ [s])) (g d)).
  { intros d D; pose proof (option_in_context x [] _ _ (proj1 Sides) (Forall_nil _) D) as J.
    rewrite !app_nil_r in J; split; [exact J |].
    destruct (option_behind y d D) as [y' ->]; apply (IH (x ++ s :: y')); auto. }
  apply (is_mex_unique (fun v => exists o, option (x ++ s :: y) o /\ v = g o)); [apply g_mex |].
  pose proof (sum_is_mex word _ g g_grundy [x ++ [s]; s :: y]) as M.
  unfold value at 1 in M; simpl in M; rewrite N.lxor_0_r in M.
  eapply is_mex_ext; [| exact M]; intros v; split.
  - intros [t [T ->]]; inversion T as [l c r o O E1 E2]; subst t.
    apply options_are_moves in O; destruct O as [d [-> D]].
    destruct l as [| k l]; injection E1 as -> E1; [subst r | destruct l as [| k' l]; injection E1 as -> E1;
      [subst r | now destruct l]].
    + destruct (Left d D) as [J V]; exists (d ++ y); split; [exact J |].
      rewrite V; unfold value; simpl; now rewrite N.lxor_0_r.
    + destruct (Right d D) as [J V]; exists (x ++ d); split; [exact J |].
      rewrite V; unfold value; simpl; now rewrite N.lxor_0_r.
  - intros [o [O ->]]; destruct (option_of_joined x y o O) as [[d [D ->]] | [d [D ->]]].
    + exists [d; s :: y]; split.
      * apply (in_component word _ [] (x ++ [s]) [s :: y] [d]), options_are_moves; now exists d.
      * rewrite (proj2 (Left d D)); unfold value; simpl; now rewrite N.lxor_0_r.
    + exists [x ++ [s]; d]; split.
      * apply (in_component word _ [x ++ [s]] (s :: y) [] [d]), options_are_moves; now exists d.
      * rewrite (proj2 (Right d D)); unfold value; simpl; now rewrite N.lxor_0_r.
Qed.

End Separate.

(* In `"aa" -> "a", "bb" -> "a"` the letter a separates. *)
Example merging_separates g : let R := [([0; 0], [0]); ([1; 1], [0])] in
  is_grundy word (word_move 2 (map plain R)) g ->
  forall x y, over 2 (x ++ 0 :: y) -> g (x ++ 0 :: y) = N.lxor (g (x ++ [0])) (g (0 :: y)).
Proof.
  intros R G; assert (Formed : well_formed 2 R).
  { intros u v [I | [I | []]]; injection I as <- <-; split; try discriminate; repeat constructor. }
  apply (separator_splits 2 R 0); auto; [| now apply (plays_end R [1; 1])].
  intros u v [I | [I | []]]; injection I as <- <-; repeat split.
  - intros [| a [| b [| c l]]] k E; auto; injection E as E; subst; auto; discriminate.
  - intros b E; now exists [].
  - intros a E; now exists [].
  - intros [| a [| b [| c l]]] k E; discriminate.
  - intros b E; discriminate.
  - intros [| a [| b [| c l]]] E; discriminate.
Qed.

(* In `"aab" -> "a"` the letter b is last, and lost: there it does not separate. *)
Example a_letter_that_is_lost g : let R := [([0; 0; 1], [0])] in
  is_grundy word (word_move 2 (map plain R)) g ->
  g [0; 0; 1; 0; 1] <> N.lxor (g [0; 0; 1]) (g [1; 0; 1]).
Proof.
  intros R G.
  assert (V : forall w, g w = mex (map g (options 2 R w)))
    by (intros w; exact (is_mex_unique _ _ _ (g_is_mex 2 R g G w) (mex_is_mex _))).
  assert (E : g [0; 0; 1] = 1) by (rewrite V; simpl; rewrite (V [0]); reflexivity).
  rewrite E, (V [1; 0; 1]), (V [0; 0; 1; 0; 1]); simpl; rewrite E; discriminate.
Qed.
