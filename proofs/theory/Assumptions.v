(* Assumptions.v: the main theorems, each with what it assumes: nothing. The script `build` refuses
   any other line. *)
From Grundy Require Import Nim SpragueGrundy Octal Periods Subtraction Parity PeriodCheck PeriodSound.
From Grundy Require Import Words Automata Profiles AutomatonCheck.

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
Print Assumptions check_sound.
Print Assumptions check_outcome.
Print Assumptions weights_prove_end.
Print Assumptions items_offer.
Print Assumptions closed_sound.
Print Assumptions check_words_sound.
Print Assumptions check_words_outcome.
