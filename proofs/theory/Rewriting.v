(* Rewriting.v: rules that replace a factor by one word, wherever it stands, and when the parity of
   a play is the value (theorem P2 of the book).

   Two ways to apply rules to a word make a critical pair if their occurrences overlap and cover the
   word: overlaps of a rule with itself, occurrences within others, and equal left sides included.
   If both results of each critical pair have plays to one word whose lengths have the same parity,
   then all plays from a word end with the same word, and have one parity: Newman's lemma modulo 2.
   On rings this is false: two occurrences can overlap at both ends. *)
From Coq Require Import PeanoNat NArith List Lia Bool.
From Grundy Require Import Nim SpragueGrundy Parity Words.
Import ListNotations.
Open Scope N_scope.

Definition replacement := (word * word)%type.

(* The same rule as a move on words. *)
Definition plain (r : replacement) : rule := Replace false (map One (fst r)) false [snd r].

(* The rest of a word that begins with u. *)
Fixpoint rest_after (u w : word) : option word :=
  match u, w with
  | [], _ => Some w
  | _ :: _, [] => None
  | a :: u, b :: w => if a =? b then rest_after u w else None
  end.

Lemma rest_after_app u w z : rest_after u w = Some z <-> w = u ++ z.
Proof.
  revert w; induction u as [| a u IH]; intros [| b w]; simpl.
  - split; intros E; [now injection E as <- | now subst].
  - split; intros E; [now injection E as <- | now subst].
  - split; discriminate.
  - destruct (N.eqb_spec a b) as [-> | Ne]; [rewrite IH |]; split; intros E; try congruence.
Qed.

Section Words.

Variable size : N.
Variable R : list replacement.

Definition here (w : word) : list word :=
  flat_map (fun r => match rest_after (fst r) w with Some z => [snd r ++ z] | None => [] end) R.

Fixpoint everywhere (w : word) : list word :=
  here w ++ match w with [] => [] | a :: rest => map (cons a) (everywhere rest) end.

(* The options of a word over the alphabet; other words have none. *)
Definition options (w : word) : list word := if is_over size w then everywhere w else [].

Lemma here_In w o : In o (here w) <-> exists u v z, In (u, v) R /\ w = u ++ z /\ o = v ++ z.
Proof.
  unfold here; rewrite in_flat_map; split.
  - intros [[u v] [I O]]; simpl in O; destruct (rest_after u w) as [z |] eqn:E; [| destruct O].
    apply rest_after_app in E; destruct O as [<- | []]; now exists u, v, z.
  - intros [u [v [z [I [E ->]]]]]; exists (u, v); split; [exact I |]; simpl.
    apply rest_after_app in E; rewrite E; now left.
Qed.

Lemma everywhere_In w : forall o, In o (everywhere w) <->
  exists x u v z, In (u, v) R /\ w = x ++ u ++ z /\ o = x ++ v ++ z.
Proof.
  induction w as [| a w IH]; intros o; simpl; rewrite in_app_iff, here_In.
  - split.
    + intros [[u [v [z [I [E ->]]]]] | []]; now exists [], u, v, z.
    + intros [x [u [v [z [I [E ->]]]]]]; left; symmetry in E; apply app_eq_nil in E.
      destruct E as [-> E]; exists u, v, z; auto.
  - split.
    + intros [[u [v [z [I [E ->]]]]] | O]; [now exists [], u, v, z |].
      apply in_map_iff in O; destruct O as [d [<- O]]; apply IH in O.
      destruct O as [x [u [v [z [I [-> ->]]]]]]; now exists (a :: x), u, v, z.
    + intros [[| b x] [u [v [z [I [E ->]]]]]]; [left; now exists u, v, z | right].
      injection E as -> ->; apply in_map_iff; exists (x ++ v ++ z); split; [reflexivity |].
      apply IH; now exists x, u, v, z.
Qed.

Lemma options_In w o : In o (options w) <->
  over size w /\ exists x u v z, In (u, v) R /\ w = x ++ u ++ z /\ o = x ++ v ++ z.
Proof.
  unfold options; destruct (is_over size w) eqn:W.
  - rewrite everywhere_In; apply is_over_true in W; tauto.
  - split; [intros [] | intros [O _]]; apply is_over_true in O; congruence.
Qed.

Lemma matches_word u y : matches (map One u) y <-> y = u.
Proof.
  split.
  - revert y; induction u as [| a u IH]; intros y M; inversion M; subst; [reflexivity | f_equal; auto].
  - intros ->; induction u; simpl; constructor; auto.
Qed.

(* They are the moves of the game of words. *)
Lemma options_are_moves w o :
  word_move size (map plain R) w o <-> exists d, o = [d] /\ In d (options w).
Proof.
  split.
  - intros [s lhs e rhs x y z I W M _ _ | a s w' I _ _]; apply in_map_iff in I;
      destruct I as [[u v] [E I]]; unfold plain in E; simpl in E; [| discriminate].
    injection E as <- <- <- <-; apply matches_word in M; subst y.
    exists (x ++ v ++ z); split; [reflexivity |]; apply options_In; split; [exact W |].
    now exists x, u, v, z.
  - intros [d [-> I]]; apply options_In in I; destruct I as [W [x [u [v [z [I [-> ->]]]]]]].
    apply (replaced size (map plain R) false (map One u) false [v] x u z); auto; try discriminate.
    + apply in_map_iff; now exists (u, v).
    + now apply matches_word.
Qed.

Lemma values_are_those_of_options g w v :
  values_of_options word (word_move size (map plain R)) g w v <-> In v (map g (options w)).
Proof.
  unfold values_of_options; rewrite in_map_iff; split.
  - intros [o [M ->]]; apply options_are_moves in M; destruct M as [d [-> I]].
    exists d; split; [| exact I]; unfold value; simpl; now rewrite N.lxor_0_r.
  - intros [d [<- I]]; exists [d]; split; [apply options_are_moves; now exists d |].
    unfold value; simpl; now rewrite N.lxor_0_r.
Qed.

(* The word w and the results of two ways to apply rules, whose occurrences overlap and cover w. *)
Inductive critical_pair : word -> word -> word -> Prop :=
  | overlapping x1 u1 v1 z1 x2 u2 v2 z2 :
      In (u1, v1) R -> In (u2, v2) R -> x1 ++ u1 ++ z1 = x2 ++ u2 ++ z2 ->
      (length x1 < length (x2 ++ u2))%nat -> (length x2 < length (x1 ++ u1))%nat ->
      x1 = [] \/ x2 = [] -> z1 = [] \/ z2 = [] ->
      critical_pair (x1 ++ u1 ++ z1) (x1 ++ v1 ++ z1) (x2 ++ v2 ++ z2).

(* Both words have plays to one word, of lengths of the same parity. *)
Definition meet (y z : word) : Prop :=
  exists s odd, reaches word options y odd s /\ reaches word options z odd s.

(* No left side is empty, and what is written is over the alphabet. *)
Definition well_formed : Prop := forall u v, In (u, v) R -> u <> [] /\ over size v.

Lemma reaches_within p s y odd z : over size p -> over size s ->
  reaches word options y odd z -> reaches word options (p ++ y ++ s) odd (p ++ z ++ s).
Proof.
  intros P S M; induction M as [y | y d z odd I _ IH]; [constructor |].
  apply (go _ _ _ (p ++ d ++ s)); [| exact IH].
  apply options_In in I; destruct I as [W [x [u [v [t [I [-> ->]]]]]]].
  apply options_In; split; [unfold over in *; rewrite !Forall_app in *; tauto |].
  exists (p ++ x), u, v, (t ++ s); rewrite <- !app_assoc; auto.
Qed.

Lemma app_longer (x a y b : word) : x ++ a = y ++ b -> (length x <= length y)%nat ->
  exists m, y = x ++ m /\ a = m ++ b.
Proof.
  revert y; induction x as [| c x IH]; intros [| d y] E L; simpl in *; try lia.
  - now exists [].
  - now exists (d :: y).
  - injection E as -> E; destruct (IH y E) as [m [-> ->]]; [lia | now exists m].
Qed.

Hypothesis formed : well_formed.
Hypothesis pairs_meet : forall w y z, over size w -> critical_pair w y z -> meet y z.

(* Two options of one word, of which the first begins first. *)
Lemma options_in_order_meet x1 u1 v1 z1 x2 u2 v2 z2 :
  In (u1, v1) R -> In (u2, v2) R -> over size (x1 ++ u1 ++ z1) ->
  x1 ++ u1 ++ z1 = x2 ++ u2 ++ z2 -> (length x1 <= length x2)%nat ->
  meet (x1 ++ v1 ++ z1) (x2 ++ v2 ++ z2).
Proof.
  intros I1 I2 W E L; destruct (formed u1 v1 I1) as [_ V1], (formed u2 v2 I2) as [Ne V2].
  destruct (app_longer _ _ _ _ E L) as [m [-> E1]].
  unfold over in *; rewrite !Forall_app in W; destruct W as [X [U Z]].
  destruct (Nat.le_gt_cases (length u1) (length m)) as [Apart | Overlap].
  - destruct (app_longer _ _ _ _ E1 Apart) as [n [-> ->]].
    rewrite !Forall_app in Z; destruct Z as [N [U2 Z2]].
    exists (x1 ++ v1 ++ n ++ v2 ++ z2), true.
    split; apply (go _ _ _ (x1 ++ v1 ++ n ++ v2 ++ z2) _ false); try constructor;
      apply options_In; unfold over; (split; [rewrite !Forall_app; tauto |]).
    + exists (x1 ++ v1 ++ n), u2, v2, z2; rewrite <- !app_assoc; auto.
    + exists x1, u1, v1, (n ++ v2 ++ z2); rewrite <- !app_assoc; auto.
  - assert (Meets : forall s z1' z2', z1 = z1' ++ s -> z2 = z2' ++ s -> z1' = [] \/ z2' = [] ->
        meet (x1 ++ v1 ++ z1) ((x1 ++ m) ++ v2 ++ z2)).
    { intros s z1' z2' -> -> Cover; rewrite Forall_app in Z.
      destruct (pairs_meet (u1 ++ z1') (v1 ++ z1') (m ++ v2 ++ z2')) as [t [odd [A B]]].
      - unfold over; rewrite Forall_app; tauto.
      - apply (overlapping [] u1 v1 z1' m u2 v2 z2'); auto; simpl; [| destruct u2; [contradiction |]].
        + apply (app_inv_tail s); rewrite <- !app_assoc; exact E1.
        + rewrite app_length; simpl; lia.
      - exists (x1 ++ t ++ s), odd; rewrite <- (app_assoc x1).
        replace (v1 ++ z1' ++ s) with ((v1 ++ z1') ++ s) by now rewrite <- app_assoc.
        replace (m ++ v2 ++ z2' ++ s) with ((m ++ v2 ++ z2') ++ s) by now rewrite <- !app_assoc.
        split; apply reaches_within; unfold over; tauto. }
    pose proof (f_equal (@length N) E1) as Len; rewrite !app_length in Len.
    destruct (Nat.le_gt_cases (length (m ++ u2)) (length u1)) as [Within | Beyond].
    + rewrite app_assoc in E1; symmetry in E1; destruct (app_longer _ _ _ _ E1 Within) as [n [_ ->]].
      apply (Meets z1 [] n); auto.
    + rewrite app_assoc in E1; destruct (app_longer _ _ _ _ E1) as [n [_ ->]]; [lia |].
      apply (Meets z2 n []); auto.
Qed.

Lemma meet_sym y z : meet y z -> meet z y.
Proof. intros [s [odd [A B]]]; now exists s, odd. Qed.

Lemma all_options_meet : options_meet word options.
Proof.
  intros w y z Y Z; apply options_In in Y, Z.
  destruct Y as [W [x1 [u1 [v1 [z1 [I1 [-> ->]]]]]]], Z as [_ [x2 [u2 [v2 [z2 [I2 [E ->]]]]]]].
  destruct (Nat.le_ge_cases (length x1) (length x2)) as [L | L].
  - now apply (options_in_order_meet _ u1 _ _ _ u2).
  - apply meet_sym, (options_in_order_meet _ u2 _ _ _ u1); auto; now rewrite <- E.
Qed.

Hypothesis play_ends : well_founded (fun d w => In d (options w)).

Theorem critical_pairs_parity w : one_parity word options w.
Proof. apply (meeting_options word options play_ends), all_options_meet. Qed.

Theorem critical_pairs_ends w a e b f : reaches word options w a e -> options e = [] ->
  reaches word options w b f -> options f = [] -> e = f.
Proof. apply (meeting_ends word options play_ends), all_options_meet. Qed.

(* So no value is above 1, and any play gives the value of its word. *)
Variable g : word -> N.
Hypothesis g_grundy : is_grundy word (word_move size (map plain R)) g.

Lemma g_is_mex w : is_mex (g w) (fun v => In v (map g (options w))).
Proof. apply (is_mex_ext _ _ _ (values_are_those_of_options g w)), g_grundy. Qed.

Theorem critical_pairs_small w : g w <= 1.
Proof.
  apply (parity word options play_ends g g_is_mex); exact critical_pairs_parity.
Qed.

Theorem critical_pairs_value w odd : play word options w odd -> g w = N.b2n odd.
Proof. apply (parity_is_value word options g g_is_mex critical_pairs_small). Qed.

(* In misere play the player to move wins exactly the words of value 0. *)
Theorem critical_pairs_misere w :
  (g w = 0 -> misere_won word options w) /\ (g w = 1 -> misere_lost word options w).
Proof. apply (parity_misere word options play_ends g g_is_mex critical_pairs_small). Qed.

End Words.

(* One rule of which no proper beginning of the left side is also an end of it: it has no critical
   pair but those of equal occurrences. *)
Theorem unbordered_rule_meets size u v :
  (forall b x y, u = b ++ x -> u = y ++ b -> b = [] \/ b = u) ->
  forall w y z, critical_pair [(u, v)] w y z -> meet size [(u, v)] y z.
Proof.
  intros Unbordered w y z C.
  enough (y = z) as -> by (exists z, false; split; constructor).
  assert (Order : forall x1 z1 x2 z2, x1 ++ u ++ z1 = x2 ++ u ++ z2 ->
    (length x1 <= length x2)%nat -> (length x2 < length (x1 ++ u))%nat -> x1 = x2 /\ z1 = z2).
  { clear - Unbordered; intros x1 z1 x2 z2 E L O; destruct (app_longer _ _ _ _ E L) as [m [-> E1]].
    rewrite !app_length in O; rewrite app_assoc in E1; symmetry in E1.
    destruct (app_longer m (u ++ z2) u z1) as [b [U E2]]; [now rewrite app_assoc | lia |].
    symmetry in E2; destruct (app_longer b z1 u z2) as [x [U' _]]; auto.
    { rewrite U, app_length; lia. }
    destruct (Unbordered b x m U' U) as [-> | ->].
    - rewrite U, app_nil_r in O; lia.
    - assert (m = []) as -> by (apply (app_inv_tail u); symmetry; exact U).
      simpl in E1; rewrite app_nil_r; split; [reflexivity |]; now apply (app_inv_head u). }
  destruct C as [x1 u1 v1 z1 x2 u2 v2 z2 [I1 | []] [I2 | []] E O1 O2 _ _].
  injection I1 as <- <-; injection I2 as <- <-.
  destruct (Nat.le_ge_cases (length x1) (length x2)) as [L | L].
  - now destruct (Order x1 z1 x2 z2 E L O2) as [-> ->].
  - symmetry in E; now destruct (Order x2 z2 x1 z1 E L O1) as [-> ->].
Qed.
