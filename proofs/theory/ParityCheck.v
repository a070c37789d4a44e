(* ParityCheck.v: a checker of claims that the parity of a play is the value of every word.

   A claim is rules that replace a factor by one word, and weights of letters. If it passes, every
   play ends, and any play gives the value, over every alphabet in which the right sides are
   written. All critical pairs are computed; both results of each are played to the end. *)
From Coq Require Import PeanoNat NArith List Lia Bool.
From Grundy Require Import Nim SpragueGrundy Parity Words Rewriting.
Import ListNotations.
Open Scope N_scope.

Record parity_claim := { replacements : list replacement; replacement_weights : list N }.

(* The critical pairs in which the first occurrence begins the word. *)
Definition pairs_of (r s : replacement) : list (word * word) :=
  flat_map (fun k =>
    let before := firstn k (fst r) in
    let rest := skipn k (fst r) in
    match rest_after (fst s) rest with
    | Some z => [(snd r, before ++ snd s ++ z)]
    | None =>
        match rest_after rest (fst s) with
        | Some z => [(snd r ++ z, before ++ snd s)]
        | None => []
        end
    end) (seq 0 (length (fst r))).

Definition all_pairs (R : list replacement) : list (word * word) :=
  flat_map (fun r => flat_map (pairs_of r) R) R.

Lemma firstn_app_length (x y : word) : firstn (length x) (x ++ y) = x.
Proof. rewrite firstn_app, Nat.sub_diag, firstn_all; simpl; apply app_nil_r. Qed.

Lemma skipn_app_length (x y : word) : skipn (length x) (x ++ y) = y.
Proof. rewrite skipn_app, Nat.sub_diag, skipn_all; reflexivity. Qed.

Lemma pairs_from_start u1 v1 z1 x2 u2 v2 z2 : u1 ++ z1 = x2 ++ u2 ++ z2 ->
  (length x2 < length u1)%nat -> z1 = [] \/ z2 = [] ->
  In (v1 ++ z1, x2 ++ v2 ++ z2) (pairs_of (u1, v1) (u2, v2)).
Proof.
  intros E L Cover; symmetry in E; destruct (app_longer x2 (u2 ++ z2) u1 z1 E ltac:(lia)) as [rest [-> E']].
  unfold pairs_of; apply in_flat_map; exists (length x2); simpl; split; [apply in_seq; lia |].
  rewrite firstn_app_length, skipn_app_length; destruct (rest_after u2 rest) as [z |] eqn:Q.
  - apply rest_after_app in Q; subst rest; rewrite <- app_assoc in E'; apply app_inv_head in E'; subst z2.
    destruct Cover as [-> | Z]; [| apply app_eq_nil in Z; destruct Z as [-> ->]];
      rewrite !app_nil_r; now left.
  - assert (z2 = []) as ->.
    { destruct Cover as [-> | ->]; [| reflexivity]; rewrite app_nil_r in E'; symmetry in E'.
      apply rest_after_app in E'; congruence. }
    rewrite app_nil_r in E'; rewrite app_nil_r.
    apply rest_after_app in E'; rewrite E'; now left.
Qed.

Lemma all_pairs_are_all R w y z : critical_pair R w y z -> In (y, z) (all_pairs R) \/ In (z, y) (all_pairs R).
Proof.
  assert (Listed : forall r s p, In r R -> In s R -> In p (pairs_of r s) -> In p (all_pairs R)).
  { intros r s p I J P; apply in_flat_map; exists r; split; [exact I |]; apply in_flat_map; now exists s. }
  intros [x1 u1 v1 z1 x2 u2 v2 z2 I1 I2 E O1 O2 [-> | ->] Cover]; simpl in *; [left | right].
  - apply (Listed _ _ _ I1 I2), pairs_from_start; auto.
  - apply (Listed _ _ _ I2 I1), pairs_from_start; [now symmetry | assumption | tauto].
Qed.

Section Plays.

Variable R : list replacement.

(* The end of a play, and whether its moves are odd in number. *)
Fixpoint play_out (fuel : nat) (w : word) : option (word * bool) :=
  match everywhere R w, fuel with
  | [], _ => Some (w, false)
  | _ :: _, O => None
  | d :: _, S fuel =>
      match play_out fuel d with
      | Some (e, odd) => Some (e, negb odd)
      | None => None
      end
  end.

Variable weights : list N.

Definition play_of (w : word) : option (word * bool) := play_out (N.to_nat (weight weights w)) w.

Fixpoint same_word (v w : word) : bool :=
  match v, w with
  | [], [] => true
  | a :: v, b :: w => if a =? b then same_word v w else false
  | _, _ => false
  end.

Definition plays_agree (p : word * word) : bool :=
  match play_of (fst p), play_of (snd p) with
  | Some (d, a), Some (e, b) => if Bool.eqb a b then same_word d e else false
  | _, _ => false
  end.

Definition value_by_parity (w : word) : N :=
  match play_of w with Some (_, odd) => N.b2n odd | None => 0 end.

Lemma same_word_eq v : forall w, same_word v w = true -> v = w.
Proof.
  induction v as [| a v IH]; intros [| b w] E; simpl in E; try discriminate; [reflexivity |].
  destruct (N.eqb_spec a b) as [-> |]; [f_equal; auto | discriminate].
Qed.

Variable size : N.
Hypothesis formed : well_formed size R.
Hypothesis ending : all (rule_ends weights) (map plain R) = true.

Lemma options_over w d : In d (options size R w) -> over size d.
Proof.
  intros I; apply options_In in I; destruct I as [W [x [u [v [z [I [-> ->]]]]]]].
  destruct (formed u v I) as [_ V]; unfold over in *; rewrite !Forall_app in *; tauto.
Qed.

Lemma options_lighter w d : In d (options size R w) -> weight weights d < weight weights w.
Proof.
  intros I; apply (weights_prove_end weights size _ ending w [d] d); [| now left].
  apply options_are_moves; now exists d.
Qed.

Lemma plays_end : well_founded (fun d w => In d (options size R w)).
Proof.
  apply (Wf_nat.well_founded_lt_compat word (fun w => N.to_nat (weight weights w))).
  intros d w I; apply options_lighter in I; lia.
Qed.

Lemma everywhere_options w : over size w -> options size R w = everywhere R w.
Proof. intros W; unfold options; apply is_over_true in W; now rewrite W. Qed.

Lemma play_out_reaches fuel : forall w e odd, over size w -> play_out fuel w = Some (e, odd) ->
  reaches word (options size R) w odd e /\ options size R e = [].
Proof.
  induction fuel as [| fuel IH]; intros w e odd W P; simpl in P;
    rewrite <- (everywhere_options w W) in P; destruct (options size R w) as [| d rest] eqn:O;
    try discriminate; try (injection P as <- <-; split; [constructor | exact O]).
  assert (I : In d (options size R w)) by (rewrite O; now left).
  destruct (play_out fuel d) as [[f b] |] eqn:Q; [| discriminate]; injection P as <- <-.
  destruct (IH d f b (options_over w d I) Q) as [A B]; split; [now apply (go _ _ w d) | exact B].
Qed.

Lemma play_out_ends fuel : forall w, over size w -> (N.to_nat (weight weights w) <= fuel)%nat ->
  exists e odd, play_out fuel w = Some (e, odd).
Proof.
  induction fuel as [| fuel IH]; intros w W L; simpl; rewrite <- (everywhere_options w W);
    destruct (options size R w) as [| d rest] eqn:O; try (now exists w, false);
    assert (I : In d (options size R w)) by (rewrite O; now left); pose proof (options_lighter w d I); [lia |].
  destruct (IH d (options_over w d I)) as [e [odd ->]]; [lia | now exists e, (negb odd)].
Qed.

Lemma play_of_play w : over size w -> exists odd,
  play word (options size R) w odd /\ value_by_parity w = N.b2n odd.
Proof.
  intros W; unfold value_by_parity, play_of.
  destruct (play_out_ends _ w W (Nat.le_refl _)) as [e [odd E]]; rewrite E; exists odd; split; [| reflexivity].
  destruct (play_out_reaches _ _ _ _ W E) as [A B].
  rewrite <- (xorb_false_r odd); apply (reaches_play _ _ w odd e); [exact A | now constructor].
Qed.

Hypothesis agree : all plays_agree (all_pairs R) = true.

Lemma checked_pairs_meet w y z : over size w -> critical_pair R w y z -> meet size R y z.
Proof.
  intros W C.
  assert (Both : over size y /\ over size z).
  { destruct C as [x1 u1 v1 z1 x2 u2 v2 z2 I1 I2 E _ _ _ _].
    destruct (formed u1 v1 I1) as [_ V1], (formed u2 v2 I2) as [_ V2].
    pose proof W as W2; rewrite E in W2; unfold over in *; rewrite !Forall_app in *; tauto. }
  assert (Agree : forall y z, over size y -> over size z -> plays_agree (y, z) = true -> meet size R y z).
  { clear - formed; intros y z Y Z A; unfold plays_agree in A; simpl in A.
    destruct (play_of y) as [[d a] |] eqn:P; [| discriminate].
    destruct (play_of z) as [[e b] |] eqn:Q; [| discriminate].
    destruct (Bool.eqb a b) eqn:B; [| discriminate]; apply eqb_prop in B; apply same_word_eq in A; subst.
    exists e, b; split; eapply play_out_reaches; eauto. }
  rewrite all_true in agree; destruct (all_pairs_are_all R w y z C) as [I | I]; [| apply meet_sym];
    apply Agree; tauto || exact (agree _ I).
Qed.

Lemma parity_is_grundy : is_grundy word (word_move size (map plain R))
  (fun w => if is_over size w then value_by_parity w else 0).
Proof.
  intros w; eapply is_mex_ext; [intros v; symmetry; apply values_are_those_of_options |].
  destruct (is_over size w) eqn:Over.
  - apply is_over_true in Over; destruct (play_of_play w Over) as [odd [P ->]].
    pose proof (critical_pairs_parity size R formed checked_pairs_meet plays_end w) as One.
    assert (Other : forall d, In d (options size R w) ->
      (if is_over size d then value_by_parity d else 0) = N.b2n (negb odd)).
    { intros d I; pose proof (options_over w d I) as D; rewrite (proj2 (is_over_true size d) D).
      destruct (play_of_play d D) as [b [Q ->]]; pose proof (One _ _ P (play_on _ _ w d b I Q)) as ->.
      now rewrite negb_involutive. }
    split.
    + intros I; apply in_map_iff in I; destruct I as [d [V I]]; rewrite (Other d I) in V; now destruct odd.
    + intros u L; destruct odd; simpl in *; [| lia]; inversion P as [| w' d b I Q]; subst.
      apply in_map_iff; exists d; split; [rewrite (Other d I); simpl; lia | exact I].
  - split; [| lia]; unfold options; rewrite Over; intros [].
Qed.

End Plays.

Definition check_parity (c : parity_claim) : bool :=
  if all (rule_ends (replacement_weights c)) (map plain (replacements c)) then
    all (plays_agree (replacements c) (replacement_weights c)) (all_pairs (replacements c))
  else false.

(* The value of a word, by the play that takes the first move that is found. *)
Definition parity_value (c : parity_claim) (size : N) (w : word) : N :=
  if is_over size w then value_by_parity (replacements c) (replacement_weights c) w else 0.

Lemma check_parity_parts c size : check_parity c = true ->
  (forall u v, In (u, v) (replacements c) -> over size v) ->
  well_formed size (replacements c) /\
  all (rule_ends (replacement_weights c)) (map plain (replacements c)) = true /\
  all (plays_agree (replacements c) (replacement_weights c)) (all_pairs (replacements c)) = true.
Proof.
  unfold check_parity; intros C Over; destruct (all (rule_ends _) _) eqn:E; [| discriminate].
  split; [| auto]; intros u v I; split; [| exact (Over u v I)]; intros ->.
  rewrite all_true in E; specialize (E (plain ([], v))); simpl in E.
  discriminate E; apply in_map_iff; now exists ([], v).
Qed.

Theorem check_parity_sound c size : check_parity c = true ->
  (forall u v, In (u, v) (replacements c) -> over size v) ->
  is_grundy word (word_move size (map plain (replacements c))) (parity_value c size).
Proof.
  intros C Over; destruct (check_parity_parts c size C Over) as [Formed [Ends Agree]].
  now apply parity_is_grundy.
Qed.

Theorem check_parity_outcome c size : check_parity c = true ->
  (forall u v, In (u, v) (replacements c) -> over size v) -> forall words,
  lost word (word_move size (map plain (replacements c))) words <->
  nimsum (map (parity_value c size) words) = 0.
Proof.
  intros C Over words; destruct (check_parity_parts c size C Over) as [_ [Ends _]].
  apply (sprague_grundy word _ (lighter (replacement_weights c)) (lighter_wf _)).
  - intros w o d M I; exact (weights_prove_end _ _ _ Ends w o d M I).
  - now apply check_parity_sound.
Qed.

(* In misere play, for one word. *)
Theorem check_parity_misere c size : check_parity c = true ->
  (forall u v, In (u, v) (replacements c) -> over size v) -> forall w,
  (parity_value c size w = 0 -> misere_won word (options size (replacements c)) w) /\
  (parity_value c size w = 1 -> misere_lost word (options size (replacements c)) w).
Proof.
  intros C Over w; destruct (check_parity_parts c size C Over) as [Formed [Ends Agree]].
  apply critical_pairs_misere; auto.
  - intros x y z; now apply (checked_pairs_meet _ (replacement_weights c)).
  - now apply (plays_end _ (replacement_weights c)).
  - now apply check_parity_sound.
Qed.

(* Games that pass: overlaps of a rule with itself; one rule; an occurrence within another. *)
Example doubles_and_triples :
  check_parity {| replacements := [([0; 0], []); ([1; 1; 1], [])]; replacement_weights := [1; 1] |} = true.
Proof. reflexivity. Qed.

Example one_rule :
  check_parity {| replacements := [([0; 0; 1], [1; 0])]; replacement_weights := [1; 1] |} = true.
Proof. reflexivity. Qed.

Example overlapping_rules :
  check_parity {| replacements := [([0; 0], [0]); ([0; 1; 0], [0; 0])]; replacement_weights := [1; 1] |} = true.
Proof. reflexivity. Qed.

(* One that does not: `aaa` has plays of one and of two moves. *)
Example two_parities :
  check_parity {| replacements := [([0; 0], [0]); ([0; 0; 0], [0])]; replacement_weights := [1] |} = false.
Proof. reflexivity. Qed.
