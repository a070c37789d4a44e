(* The driver of the extracted checkers: it reads claims as numbers from standard input, one claim a
   line, and prints `true` or `false` for each. The script `check` writes these lines. *)
open Checkers

exception Malformed

let numbers line =
  List.map
    (fun word ->
      match int_of_string_opt word with
      | Some n when 0 <= n && n < 1 lsl 30 -> n
      | _ -> raise Malformed)
    (String.split_on_char ' ' line)

(* The numbers of a line that are not read yet. *)
let rest = ref []

let number () =
  match !rest with
  | [] -> raise Malformed
  | n :: others ->
      rest := others;
      n

let flag () = match number () with 0 -> false | 1 -> true | _ -> raise Malformed
let times count read = List.rev (List.rev_map (fun () -> read ()) (List.init count (fun _ -> ())))
let list read = times (number ()) read
let rec nat n acc = if n = 0 then acc else nat (n - 1) (S acc)

let period () =
  let unequal = flag () in
  let digits = list number in
  let preperiod = nat (number ()) O in
  let period = nat (number ()) O in
  let listed = list number in
  check { game = { digits; unequal }; preperiod; period; listed }

let token () =
  match number () with 0 -> One (number ()) | 1 -> Any (number ()) | _ -> raise Malformed

let rule () =
  match number () with
  | 0 ->
      let at_start = flag () in
      let tokens = list token in
      let at_end = flag () in
      let pieces = list (fun () -> list number) in
      Replace (at_start, tokens, at_end, pieces)
  | 1 ->
      let letter = number () in
      Every (letter, flag ())
  | _ -> raise Malformed

let row () =
  let label = number () in
  (label, list number)

let order () =
  if flag () then
    let from_left = flag () in
    Some { from_left; ranks = list number }
  else None

let words () =
  let size = number () in
  let rules = list rule in
  let rows = list row in
  let letter_weights = list number in
  let letter_order = order () in
  check_words { machine = { size; rules; rows }; letter_weights; letter_order }

let parity () =
  let replacements =
    list (fun () ->
        let left = list number in
        (left, list number))
  in
  check_parity { replacements; replacement_weights = list number }

let goal () =
  let kind = number () in
  let levels = number () in
  let place = number () in
  match kind with
  | 0 -> Jump (levels, place)
  | 1 -> Shift (levels, place)
  | 2 -> Shift (-levels, place)
  | _ -> raise Malformed

let levels () =
  let alphabet = number () in
  let moves = list rule in
  let level_rows =
    list (fun () ->
        list (fun () ->
            let label = number () in
            (label, list goal)))
  in
  let repeat_from = number () in
  let repeat_period = number () in
  let machine_on_levels = { alphabet; moves; level_rows; repeat_from; repeat_period } in
  let claim_high = number () in
  let claim_near = number () in
  let claim_strict = flag () in
  let claim_weights = list number in
  let claim_order = order () in
  check_levels { machine_on_levels; claim_high; claim_near; claim_strict; claim_weights; claim_order }

let verdict line =
  rest := numbers line;
  let claim = number () in
  let good = match claim with 0 -> period () | 1 -> words () | 2 -> parity () | 3 -> levels () | _ -> raise Malformed in
  if !rest <> [] then raise Malformed;
  good

let () =
  try
    while true do
      let line = input_line stdin in
      print_endline (match verdict line with good -> string_of_bool good | exception Malformed -> "malformed")
    done
  with End_of_file -> ()
