import { counter, gauge, histogram } from './declare';

/** The engines and what the broker does to use them well. */
export const enginesMetrics = {
  attemptDuration: histogram('engine_attempt_duration_seconds', {
    meaning: 'Time of one attempt at an engine, by failure class or `ok`.',
    why: 'The latency and the failures of an engine, told apart from waiting for it.',
    labels: ['engine', 'outcome'],
  }),
  permitWait: histogram('engine_permit_wait_seconds', {
    meaning: "Time for which an ask waited for one of the engine's slots, by lane.",
    why: 'An engine that is too small for the load.',
    labels: ['engine', 'lane'],
  }),
  inFlight: gauge('engine_in_flight', {
    meaning: 'Asks under way at an engine, from this process.',
    why: "How much of the engine's slots is used.",
    labels: ['engine'],
  }),
  waiting: gauge('engine_waiting', {
    meaning: "Asks that wait for one of the engine's slots in this process, by lane.",
    why: 'Which work is delayed by an engine that is too small.',
    labels: ['engine', 'lane'],
  }),
  permits: gauge('engine_permits', {
    meaning: 'Asks that this process may have under way at an engine.',
    why: "The share of the engine's slots that this replica holds.",
    labels: ['engine'],
  }),
  permitRefusals: counter('engine_permit_refusals_total', {
    meaning: "Asks that got none of the engine's slots in time.",
    why: 'Asks that were put back, since the engine is too small.',
    labels: ['engine', 'lane'],
  }),
  rateFactor: gauge('engine_rate_factor', {
    meaning: 'Share of its limits at which the engine is used, 0 to 1; below 1 after it refused asks.',
    why: 'An engine that grants less than was configured.',
    labels: ['engine'],
  }),
  circuitOpen: gauge('engine_circuit_open', {
    meaning: '1 while the engine is not asked, since it failed too often.',
    why: 'Nothing of this engine is judged until it answers a probe.',
    labels: ['engine'],
  }),
  answers: counter('engine_answers_total', {
    meaning: 'Questions that an engine answered, by outcome: `answered`, or the failure.',
    why: 'The rate and the failures of an engine, by question.',
    labels: ['engine', 'outcome'],
  }),
  tokens: counter('engine_tokens_total', {
    meaning: 'Tokens as the engine counted them, by direction.',
    why: 'What the engine bills.',
    labels: ['engine', 'direction'],
  }),
  epochs: counter('engine_epochs_total', {
    meaning: "Epochs of an engine's behaviour that this process opened, by cause.",
    why: 'Each new epoch makes fits old: an engine that changes often cannot be calibrated.',
    labels: ['engine', 'cause'],
  }),
  canaries: counter('engine_canaries_total', {
    meaning: 'Daily checks of an engine against its own earlier answers, by outcome.',
    why: 'Says that an engine changed without announcing it.',
    labels: ['engine', 'outcome'],
  }),
  info: gauge('engine_info', {
    meaning: 'Always 1; its labels say what stands behind the name of an engine.',
    why: 'Which model and epoch answers now.',
    labels: ['engine', 'source', 'dialect', 'model', 'epoch'],
  }),
  drafts: counter('draft_calls_total', {
    meaning: 'Calls for drafts of wordings, by outcome: `ok`, or the failure class.',
    why: 'Whether the drafting model answers.',
    labels: ['outcome'],
  }),
  draftDuration: histogram('draft_duration_seconds', {
    meaning: 'Time of one call for drafts, its second attempt included.',
    why: 'Whether the drafting model is fast enough for a person who waits.',
  }),
};
