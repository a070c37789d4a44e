(* Assumptions.v: the main theorems, each with what it assumes: nothing. The script `build` refuses
   any other line. *)
From Grundy Require Import Nim SpragueGrundy Octal Periods Subtraction Parity PeriodCheck PeriodSound.
From Grundy Require Import Words Ends Walls Rewriting ParityCheck Separators Automata ItemSets Profiles AutomatonCheck.
From Grundy Require Import Levels LevelMoves LevelCheck.

Print Assumptions mex_is_mex.
Print Assumptions bouton.
Print Assumptions grundy_unique.
Print Assumptions play_ends.
Print Assumptions sprague_grundy.
Print Assumptions sprague_grundy_won.
Print Assumptions grundy_exists.
Print Assumptions heaps_outcome.
Print Assumptions guy_smith.
Print Assumptions several_parts.
Print Assumptions unequal_parts.
Print Assumptions equation_repeats.
Print Assumptions subtraction_period.
Print Assumptions parity.
Print Assumptions parity_is_value.
Print Assumptions parity_misere.
Print Assumptions meeting_options.
Print Assumptions meeting_ends.
Print Assumptions critical_pairs_parity.
Print Assumptions critical_pairs_ends.
Print Assumptions critical_pairs_small.
Print Assumptions critical_pairs_value.
Print Assumptions critical_pairs_misere.
Print Assumptions unbordered_rule_meets.
Print Assumptions check_parity_sound.
Print Assumptions check_parity_outcome.
Print Assumptions check_parity_misere.
Print Assumptions separator_splits.
Print Assumptions merging_separates.
Print Assumptions a_letter_that_is_lost.
Print Assumptions check_sound.
Print Assumptions check_outcome.
Print Assumptions weights_prove_end.
Print Assumptions order_proves_end.
Print Assumptions sum_is_mex.
Print Assumptions wall_separates.
Print Assumptions walls_separate.
Print Assumptions walls_sound.
Print Assumptions walls_end.
Print Assumptions walls_outcome.
Print Assumptions a_wall_makes_no_end.
Print Assumptions items_offer.
Print Assumptions closed_sound.
Print Assumptions check_words_sound.
Print Assumptions check_words_outcome.
Print Assumptions check_walls_sound.
Print Assumptions check_walls_outcome.
Print Assumptions taking_between_walls.
Print Assumptions closed_levels_sound.
Print Assumptions check_levels_sound.
Print Assumptions check_levels_outcome.
Print Assumptions check_levels_walls_sound.
Print Assumptions check_levels_walls_outcome.
Print Assumptions merging_and_taking_counts.
