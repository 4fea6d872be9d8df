/** Why one question has no answer: values of the contract's `unavailable_reason`. */
export type FailureReason =
  'engine_bad_answer' | 'engine_no_signal' | 'engine_refused' | 'engine_rejected' | 'context_too_large';

/** Why a whole call has no answer. `engine_unavailable` passes by itself, the others do not. */
export type CallFailureReason = FailureReason | 'engine_unavailable';
