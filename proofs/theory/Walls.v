(* Walls.v: letters that no left side has separate a word (theorem "Walls" of the book).

   In normal play on rows, with rules that replace factors wherever they stand, such a letter is
   never removed and no occurrence extends across it: a word is worth the parts between these
   letters together. It is false with conditions at the ends of a word: a wall makes no new end.
   So a machine that reads only the other letters, for the rules whose right sides are cut at the
   walls, gives the value of every word. *)
From Coq Require Import NArith List Lia Bool.
From Grundy Require Import Nim SpragueGrundy Words.
Import ListNotations.
Open Scope N_scope.

(* The letter of a token. *)
Definition letter_of (t : token) : N := match t with One a | Any a => a end.

(* The rule replaces a factor wherever it stands, which has letters of this kind only. *)
Definition unanchored (P : N -> Prop) (r : rule) : Prop :=
  match r with
  | Replace at_start lhs at_end _ =>
      at_start = false /\ at_end = false /\ forall t, In t lhs -> P (letter_of t)
  | Every _ _ => False
  end.

Lemma matches_only (P : N -> Prop) lhs y : matches lhs y ->
  (forall t, In t lhs -> P (letter_of t)) -> Forall P y.
Proof.
  induction 1 as [| a t w M IH | a t w M IH | a t w M IH]; intros H.
  - constructor.
  - constructor; [apply (H (One a)); now left | apply IH; intros s I; apply H; now right].
  - apply IH; intros s I; apply H; now right.
  - constructor; [apply (H (Any a)); now left | now apply IH].
Qed.

(* A move on a word: what it replaces. *)
Lemma unanchored_move size rules P w o : Forall (unanchored P) rules -> word_move size rules w o ->
  exists x lhs y z rhs, In (Replace false lhs false rhs) rules /\ matches lhs y /\ Forall P y /\
    w = x ++ y ++ z /\ o = between x rhs z.
Proof.
  rewrite Forall_forall; intros Un [s lhs e rhs x y z R _ Y _ _ | a s w' R _ _];
    specialize (Un _ R); simpl in Un; [| contradiction].
  destruct Un as [-> [-> Only]]; exists x, lhs, y, z, rhs; repeat split; auto.
  now apply (matches_only P lhs y).
Qed.

(* The value of a word that a wall separates. *)
Section Separate.

Variable size : N.
Variable rules : list rule.
Variable s : N.
Hypothesis separates : Forall (unanchored (fun a => a <> s)) rules.
Variable smaller : word -> word -> Prop.
Hypothesis smaller_wf : well_founded smaller.
Hypothesis options_smaller : forall w o d, word_move size rules w o -> In d o -> smaller d w.
Variable g : word -> N.
Hypothesis g_grundy : is_grundy word (word_move size rules) g.
Hypothesis inside : all (rule_inside size) rules = true.

Let sum := value word g.

(* If the last component splits, or the first one, the value of all does. *)
Lemma split_last y rhs : forall x z,
  (forall d, In (d ++ s :: y) (between x rhs (z ++ s :: y)) -> g (d ++ s :: y) = N.lxor (g d) (g y)) ->
  sum (between x rhs (z ++ s :: y)) = N.lxor (sum (between x rhs z)) (g y).
Proof.
  unfold sum; induction rhs as [| p [| q rest] IH]; intros x z Split.
  - simpl in *; unfold value; simpl; rewrite !N.lxor_0_r.
    rewrite app_assoc; apply Split; rewrite <- app_assoc; now left.
  - simpl in *; unfold value; simpl; rewrite !N.lxor_0_r.
    rewrite !app_assoc; apply Split; rewrite <- !app_assoc; now left.
  - change (between x (p :: q :: rest) z) with ((x ++ p) :: between [] (q :: rest) z).
    change (between x (p :: q :: rest) (z ++ s :: y)) with ((x ++ p) :: between [] (q :: rest) (z ++ s :: y)).
    rewrite !value_cons, IH, N.lxor_assoc; [reflexivity |].
    intros d I; apply Split; now right.
Qed.

Lemma split_first x rhs : forall y z,
  (forall d, In (x ++ s :: d) (between (x ++ s :: y) rhs z) -> g (x ++ s :: d) = N.lxor (g x) (g d)) ->
  sum (between (x ++ s :: y) rhs z) = N.lxor (g x) (sum (between y rhs z)).
Proof.
  unfold sum; intros y z Split; destruct rhs as [| p [| q rest]].
  - simpl in *; unfold value; simpl; rewrite !N.lxor_0_r.
    rewrite <- app_assoc in *; apply Split; now left.
  - simpl in *; unfold value; simpl; rewrite !N.lxor_0_r.
    rewrite <- app_assoc in *; apply Split; now left.
  - change (between (x ++ s :: y) (p :: q :: rest) z) with (((x ++ s :: y) ++ p) :: between [] (q :: rest) z) in *.
    change (between y (p :: q :: rest) z) with ((y ++ p) :: between [] (q :: rest) z).
    rewrite !value_cons, <- app_assoc in *; cbn [app] in *; rewrite Split by (now left).
    now rewrite N.lxor_assoc.
Qed.

(* An occurrence lies on one side of the wall. *)
Lemma side_of_wall x y u v w : Forall (fun a => a <> s) v -> x ++ s :: y = u ++ v ++ w ->
  (exists w', x = u ++ v ++ w' /\ w = w' ++ s :: y) \/
  (exists u', y = u' ++ v ++ w /\ u = x ++ s :: u').
Proof.
  intros V; revert u; induction x as [| a x IH]; intros [| b u] E; simpl in E.
  - left; destruct V as [| c v C _]; simpl in E; [now exists [] | injection E as E _; congruence].
  - injection E as <- ->; right; now exists u.
  - left; clear IH; change (a :: x ++ s :: y) with ((a :: x) ++ s :: y) in E.
    revert E; generalize (a :: x); induction V as [| c v C _ IHv]; intros [| d l] E; simpl in *.
    + now exists [].
    + now exists (d :: l).
    + injection E as E _; congruence.
    + injection E as -> E; destruct (IHv l E) as [w' [-> ->]]; now exists w'.
  - injection E as <- E; destruct (IH u E) as [[w' [-> ->]] | [u' [-> ->]]].
    + left; now exists w'.
    + right; now exists u'.
Qed.

Theorem wall_separates x y : over size (x ++ s :: y) -> g (x ++ s :: y) = N.lxor (g x) (g y).
Proof.
  remember (x ++ s :: y) as w eqn:W; revert x y W; pattern w.
  apply (well_founded_induction smaller_wf); clear w; intros w IH x y -> Over.
  assert (Parts : forall o, word_move size rules (x ++ s :: y) o -> forall d z, In (d ++ s :: z) o ->
    g (d ++ s :: z) = N.lxor (g d) (g z)).
  { intros o M d z I; apply (IH (d ++ s :: z)); [now apply (options_smaller _ o) | reflexivity |].
    exact (moves_inside _ _ inside _ _ _ M I). }
  assert (Sides : over size x /\ over size y).
  { unfold over in *; rewrite Forall_app in Over; destruct Over as [X Y]; inversion Y; auto. }
  apply (is_mex_unique (fun v => exists t, move word (word_move size rules) [x; y] t /\ v = value word g t)).
  - apply (is_mex_ext (values_of_options word (word_move size rules) g (x ++ s :: y))); [| apply g_grundy].
    intros v; split.
    + intros [o [M ->]]; destruct (unanchored_move _ _ _ _ _ separates M)
        as [u [lhs [f [z [rhs [R [Y [V [E ->]]]]]]]]].
      destruct (side_of_wall _ _ _ _ _ V E) as [[z' [-> ->]] | [u' [-> ->]]].
      * exists (between u rhs z' ++ [y]); split.
        -- apply (in_component word _ [] (u ++ f ++ z') [y]), (replaced _ _ false lhs false); tauto || discriminate.
        -- rewrite value_app, value_cons; unfold value at 3; simpl; rewrite N.lxor_0_r.
           apply split_last; intros d; now apply (Parts _ M).
      * exists ([x] ++ between u' rhs z); split.
        -- rewrite <- (app_nil_r (between u' rhs z)).
           apply (in_component word _ [x] (u' ++ f ++ z) []), (replaced _ _ false lhs false); tauto || discriminate.
        -- simpl; rewrite value_cons; apply split_first; intros d; now apply (Parts _ M).
    + intros [t [M ->]]; inversion M as [l c r o O E1 E2]; subst t.
      assert (Again : forall u lhs f z rhs, In (Replace false lhs false rhs) rules -> matches lhs f ->
          u ++ f ++ z = x ++ s :: y -> word_move size rules (x ++ s :: y) (between u rhs z)).
      { intros u lhs f z rhs R Y E; rewrite <- E in *; apply (replaced _ _ false lhs false); auto; discriminate. }
      destruct l as [| k l]; injection E1 as -> E1; [subst r | destruct l as [| k' l]; injection E1 as -> E1;
        [subst r | now destruct l]];
        destruct (unanchored_move _ _ _ _ _ separates O) as [u [lhs [f [z [rhs [R [Y [V [E ->]]]]]]]]]; subst.
      * assert (N : word_move size rules ((u ++ f ++ z) ++ s :: y) (between u rhs (z ++ s :: y)))
          by (apply (Again _ lhs f); auto; now rewrite <- !app_assoc).
        exists (between u rhs (z ++ s :: y)); split; [exact N |].
        simpl; rewrite value_app, value_cons; unfold value at 2; simpl; rewrite N.lxor_0_r.
        symmetry; apply split_last; intros d; now apply (Parts _ N).
      * assert (N : word_move size rules (x ++ s :: u ++ f ++ z) (between (x ++ s :: u) rhs z))
          by (apply (Again _ lhs f); auto; now rewrite <- !app_assoc).
        exists (between (x ++ s :: u) rhs z); split; [exact N |].
        simpl; rewrite app_nil_r, value_cons.
        symmetry; apply split_first; intros d; now apply (Parts _ N).
  - pose proof (sum_is_mex word (word_move size rules) g g_grundy [x; y]) as S.
    unfold value at 1 in S; simpl in S; now rewrite N.lxor_0_r in S.
Qed.

End Separate.

(* The parts of a word between walls. *)
Section Parts.

Variable wall : N -> bool.
Definition no_wall (a : N) : Prop := wall a = false.

Fixpoint parts (w : word) : list word :=
  match w with
  | [] => [[]]
  | a :: w =>
      if wall a then [] :: parts w
      else match parts w with [] => [[a]] | p :: rest => (a :: p) :: rest end
  end.

Lemma parts_not_empty w : exists p rest, parts w = p :: rest.
Proof.
  destruct w as [| a w]; simpl; [now exists [], [] |].
  destruct (wall a); [now exists [], (parts w) | destruct (parts w) as [| p rest]; eauto].
Qed.

Lemma parts_of_part w : Forall no_wall w -> parts w = [w].
Proof. induction 1 as [| a w A _ IH]; [reflexivity |]; simpl; now rewrite A, IH. Qed.

Lemma single_part w p : parts w = [p] -> p = w.
Proof.
  revert p; induction w as [| a w IH]; intros p E; simpl in E; [now injection E as <- |].
  destruct (parts_not_empty w) as [q [rest Q]]; rewrite Q in *.
  destruct (wall a); [discriminate |]; injection E as <- ->; f_equal; now apply IH.
Qed.

Lemma parts_have_no_wall w : Forall (Forall no_wall) (parts w).
Proof.
  induction w as [| a w IH]; simpl; [repeat constructor |].
  destruct (wall a) eqn:A; [constructor; [constructor | exact IH] |].
  destruct IH as [| p rest P IH]; repeat constructor; auto.
Qed.

Lemma first_part w : Forall no_wall w \/ exists p s rest,
  w = p ++ s :: rest /\ Forall no_wall p /\ wall s = true /\ parts w = p :: parts rest.
Proof.
  induction w as [| a w IH]; [now left |].
  destruct (wall a) eqn:A; [right; exists [], a, w; simpl; rewrite A; repeat split; constructor |].
  destruct IH as [All | [p [s [rest [-> [P [S E]]]]]]]; [left; now constructor | right].
  exists (a :: p), s, rest; simpl; rewrite A, E; repeat split; auto; now constructor.
Qed.

(* What continues the last part. *)
Lemma parts_app x : forall l p y q r, parts x = l ++ [p] -> parts y = q :: r ->
  parts (x ++ y) = l ++ (p ++ q) :: r.
Proof.
  induction x as [| a x IH]; intros l p y q r X Y; simpl in *.
  - destruct l as [| k [| k' l]]; try discriminate; injection X as <-; exact Y.
  - destruct (parts_not_empty x) as [c [rest C]]; rewrite C in *; destruct (wall a).
    + destruct l as [| k l]; [discriminate |]; injection X as <- X.
      now rewrite (IH l p y q r X Y).
    + destruct rest as [| d rest].
      * destruct l as [| k [| k' l]]; try discriminate; injection X as <-.
        now rewrite (IH [] c y q r eq_refl Y).
      * destruct l as [| k l]; [discriminate |]; injection X as <- X; simpl.
        now rewrite (IH (c :: l) p y q r ltac:(simpl; now rewrite <- X) Y).
Qed.

(* A place in a part is a place in the word. *)
Lemma parts_split w : forall l x y r, parts w = l ++ (x ++ y) :: r ->
  exists w1 w2, w = w1 ++ w2 /\ parts w1 = l ++ [x] /\ parts w2 = y :: r.
Proof.
  induction w as [| a w IH]; intros l x y r E; simpl in E.
  - destruct l as [| k [| k' l]]; try discriminate; injection E as E <-; symmetry in E.
    apply app_eq_nil in E; destruct E as [-> ->]; now exists [], [].
  - destruct (wall a) eqn:A; [destruct l as [| k l]; injection E as E1 E |].
    + symmetry in E1; apply app_eq_nil in E1; destruct E1 as [-> ->].
      exists [], (a :: w); simpl; rewrite A, E; auto.
    + destruct (IH l x y r E) as [w1 [w2 [-> [W1 W2]]]]; exists (a :: w1), w2; simpl; rewrite A, W1, <- E1; auto.
    + destruct (parts_not_empty w) as [c [rest C]]; rewrite C in E; destruct l as [| k l]; injection E as E1 E.
      * destruct x as [| b x]; simpl in E1.
        -- exists [], (a :: w); simpl; rewrite A, C, <- E1, E; auto.
        -- injection E1 as <- E1; destruct (IH [] x y r) as [w1 [w2 [-> [W1 W2]]]]; [now rewrite C, E1, E |].
           exists (a :: w1), w2; simpl; rewrite A, W1; auto.
      * destruct (IH (c :: l) x y r) as [w1 [w2 [-> [W1 W2]]]]; [simpl; now rewrite C, E |].
        exists (a :: w1), w2; simpl; rewrite A, W1, <- E1; auto.
Qed.

Lemma between_app k l x z : k <> [] -> l <> [] -> between x (k ++ l) z = between x k [] ++ between [] l z.
Proof.
  intros K L; revert x; induction k as [| p [| q k] IH]; intros x; [contradiction | |].
  - destruct l as [| b l]; [contradiction |]; simpl; now rewrite !app_nil_r.
  - change ((p :: q :: k) ++ l) with (p :: q :: k ++ l).
    change (between x (p :: q :: k ++ l) z) with ((x ++ p) :: between [] ((q :: k) ++ l) z).
    now rewrite IH by discriminate.
Qed.

(* The parts of a word in which q stands between two words. *)
Lemma parts_around q x l p y b r : parts x = l ++ [p] -> parts y = b :: r ->
  parts (x ++ q ++ y) = l ++ between p (parts q) b ++ r.
Proof.
  intros X Y; assert (Q : parts (q ++ y) = between [] (parts q) b ++ r).
  { clear X; induction q as [| a q IH]; [now rewrite app_nil_l, Y |]; simpl; rewrite IH.
    destruct (parts_not_empty q) as [c [rest C]]; rewrite C; destruct (wall a); [reflexivity |].
    now destruct rest. }
  destruct (parts_not_empty q) as [c [rest C]]; rewrite C in *.
  destruct rest as [| d rest].
  - simpl in Q; now rewrite (parts_app x l p _ _ _ X Q).
  - change (between [] (c :: d :: rest) b ++ r) with (c :: between [] (d :: rest) b ++ r) in Q.
    now rewrite (parts_app x l p _ _ _ X Q).
Qed.

Lemma parts_between rhs x l p y b r : parts x = l ++ [p] -> parts y = b :: r ->
  flat_map parts (between x rhs y) = l ++ between p (flat_map parts rhs) b ++ r.
Proof.
  intros X Y; revert x l p X; induction rhs as [| c [| d rest] IH]; intros x l p X.
  - simpl; rewrite app_nil_r; now rewrite (parts_app x l p _ _ _ X Y).
  - simpl; rewrite !app_nil_r; now apply parts_around.
  - change (between x (c :: d :: rest) y) with ((x ++ c) :: between [] (d :: rest) y).
    change (flat_map parts (c :: d :: rest)) with (parts c ++ flat_map parts (d :: rest)).
    change (flat_map parts ((x ++ c) :: ?t)) with (parts (x ++ c) ++ flat_map parts t).
    rewrite between_app.
    + cbn [flat_map]; fold (flat_map parts); rewrite (IH [] [] []) by reflexivity.
      pose proof (parts_around c x l p [] [] [] X eq_refl) as P; rewrite !app_nil_r in P.
      rewrite P, <- app_assoc; simpl; f_equal; now rewrite <- app_assoc.
    + destruct (parts_not_empty c) as [e [t E]]; now rewrite E.
    + simpl; destruct (parts_not_empty d) as [e [t E]]; now rewrite E.
Qed.

End Parts.

(* A word is worth its parts together. *)
Theorem walls_separate size rules wall (smaller : word -> word -> Prop) g :
  Forall (unanchored (no_wall wall)) rules -> all (rule_inside size) rules = true ->
  well_founded smaller -> (forall w o d, word_move size rules w o -> In d o -> smaller d w) ->
  is_grundy word (word_move size rules) g ->
  forall w, over size w -> g w = value word g (parts wall w).
Proof.
  intros Un Inside Wf Smaller G w.
  enough (H : forall n w, (length w <= n)%nat -> over size w -> g w = value word g (parts wall w))
    by (now apply (H (length w))).
  clear w; induction n as [| n IH]; intros w L W.
  - destruct w; [| simpl in L; lia]; unfold value; simpl; now rewrite N.lxor_0_r.
  - destruct (first_part wall w) as [All | [p [s [rest [-> [P [S ->]]]]]]].
    + rewrite parts_of_part by exact All; unfold value; simpl; now rewrite N.lxor_0_r.
    + rewrite value_cons, <- IH.
      * apply (wall_separates size rules s) with smaller; auto.
        revert Un; apply Forall_impl; intros [st lhs e rhs | a c]; simpl; [| tauto].
        intros [-> [-> Only]]; repeat split; intros t I E; specialize (Only t I); congruence.
      * rewrite app_length in L; simpl in L; lia.
      * unfold over in *; rewrite Forall_app in W; destruct W as [_ W]; now inversion W.
Qed.

(* The game of the letters below a number: the right sides are cut at all other letters. *)
Section Cut.

Variable size : N.
Definition beyond (a : N) : bool := size <=? a.

Definition cut (r : rule) : rule :=
  match r with
  | Replace s lhs e rhs => Replace s lhs e (flat_map (parts beyond) rhs)
  | Every _ _ => r
  end.

Variable rules : list rule.
Hypothesis reads : Forall (unanchored (fun a => a < size)) rules.
Variable whole : N.

Let inner := word_move size (map cut rules).
Let outer := word_move whole rules.

Lemma within w : Forall (no_wall beyond) w <-> over size w.
Proof.
  unfold over, no_wall, beyond; rewrite !Forall_forall.
  split; intros H a I; specialize (H a I); now apply N.leb_gt.
Qed.

Lemma cut_reads : Forall (unanchored (fun a => a < size)) (map cut rules).
Proof. apply Forall_map; revert reads; apply Forall_impl; intros [s lhs e rhs | a s]; auto. Qed.

Lemma outer_is_inner w o : outer w o ->
  move word inner (parts beyond w) (flat_map (parts beyond) o).
Proof.
  intros M; destruct (unanchored_move _ _ _ _ _ reads M) as [x [lhs [y [z [rhs [R [Y [In_y [-> ->]]]]]]]]].
  destruct (parts_not_empty beyond z) as [b [r Z]].
  destruct (exists_last (l := parts beyond x)) as [l [p X]];
    [destruct (parts_not_empty beyond x) as [c [t E]]; now rewrite E |].
  rewrite (parts_between beyond rhs x l p z b r X Z), (parts_around beyond y x l p z b r X Z).
  rewrite (parts_of_part beyond y) by (now apply within); simpl.
  apply (in_component word inner l (p ++ y ++ b) r), (replaced size _ false lhs false); try discriminate.
  - apply in_map_iff; now exists (Replace false lhs false rhs).
  - pose proof (parts_have_no_wall beyond x) as Px; pose proof (parts_have_no_wall beyond z) as Pz.
    rewrite X in Px; rewrite Z in Pz; rewrite Forall_app in Px; destruct Px as [_ Px].
    inversion Px as [| q t Pp _]; inversion Pz as [| q' t' Pb _]; subst.
    rewrite !Forall_app; repeat split; [now apply within | exact In_y | now apply within].
  - exact Y.
Qed.

Lemma inner_is_outer w t : over whole w -> move word inner (parts beyond w) t ->
  exists o, outer w o /\ t = flat_map (parts beyond) o.
Proof.
  intros W M; inversion M as [l c r o O E1 E2]; subst t.
  destruct (unanchored_move _ _ _ _ _ cut_reads O) as [x [lhs [y [z [rhs [R [Y [In_y [-> ->]]]]]]]]].
  symmetry in E1; destruct (parts_split beyond w l x (y ++ z) r E1) as [w1 [w2 [-> [X W2]]]].
  destruct (parts_split beyond w2 [] y z r W2) as [y' [w3 [-> [Y' Z]]]].
  apply single_part in Y'; subst y'; apply in_map_iff in R; destruct R as [[s lhs' e rhs' | a s] [E R]];
    [injection E as -> -> -> <- | discriminate].
  exists (between w1 rhs' w3); split; [apply (replaced whole rules false lhs false); auto; discriminate |].
  now rewrite (parts_between beyond rhs' w1 l x w3 z r X Z).
Qed.

(* Its plays end if those of the letters below the number do. *)
Theorem walls_end : (forall s, ends word inner s) -> well_founded (part_of_option word outer).
Proof. apply parts_of_options_end with (sum_of := parts beyond), outer_is_inner. Qed.

(* The value of a word over a larger alphabet. *)
Definition walled (h : word -> N) (w : word) : N :=
  if is_over whole w then value word h (parts beyond w) else 0.

Hypothesis inside : all (rule_inside whole) rules = true.

Theorem walls_sound h : is_grundy word inner h -> is_grundy word outer (walled h).
Proof.
  intros H w; unfold walled at 1; destruct (is_over whole w) eqn:W.
  - apply is_over_true in W.
    apply (is_mex_ext (values_of_options word outer (fun d => value word h (parts beyond d)) w)).
    + assert (Same : forall o, outer w o ->
        value word (walled h) o = value word (fun d => value word h (parts beyond d)) o).
      { intros o M; unfold value; f_equal; apply map_ext_in; intros d I; unfold walled.
        now rewrite (proj2 (is_over_true whole d) (moves_inside _ _ inside w o d M I)). }
      intros v; split; intros [o [M ->]]; exists o; rewrite (Same o M); auto.
    + apply (sums_have_values word word outer inner (parts beyond) outer_is_inner w h H).
      intros t; now apply inner_is_outer.
  - split; [| lia]; intros [o [M _]].
    assert (O : over whole w) by (destruct M; assumption).
    apply is_over_true in O; congruence.
Qed.

Theorem walls_outcome (smaller : word -> word -> Prop) h : well_founded smaller ->
  (forall w o d, inner w o -> In d o -> smaller d w) -> is_grundy word inner h ->
  forall words, lost word outer words <-> nimsum (map (walled h) words) = 0.
Proof.
  intros Wf Smaller H words; apply (sprague_grundy word outer (part_of_option word outer)).
  - apply walls_end, (play_ends word inner smaller Wf Smaller).
  - intros w o d M I; now exists o.
  - now apply walls_sound.
Qed.

End Cut.

(* With a condition at the start of a word it is false: after `^a -> ""`, where 1 is a wall, `a1a`
   has one move, and none after it. *)
Example a_wall_makes_no_end g :
  is_grundy word (word_move 2 [Replace true [One 0] false [[]]]) g ->
  g [0; 1; 0] <> N.lxor (g [0]) (g [0]).
Proof.
  intros G; rewrite N.lxor_nilpotent; intros Z.
  assert (Ended : g [1; 0] = 0).
  { destruct (N.eq_dec (g [1; 0]) 0) as [E | E]; [exact E |].
    destruct (proj2 (G [1; 0]) 0) as [o [M _]]; [lia |].
    remember [1; 0] as w eqn:W; destruct M as [s lhs e rhs x y z [R | []] _ Y S _ | a s w' [R | []] _ _];
      [injection R as <- <- <- <- | discriminate].
    rewrite (S eq_refl) in W; inversion Y; subst; discriminate. }
  apply (proj1 (G [0; 1; 0])); rewrite Z; exists [[1; 0]]; split.
  - apply (replaced 2 _ true [One 0] false [[]] [] [0] [1; 0]); try discriminate; auto.
    + now left.
    + repeat constructor.
    + repeat constructor.
  - unfold value; simpl; now rewrite Ended.
Qed.
