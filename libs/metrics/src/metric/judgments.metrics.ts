import { counter, histogram, measured } from './declare';

/** Judging: from a changed document to a recorded answer. */
export const judgmentsMetrics = {
  freshnessLag: histogram('freshness_lag_seconds', {
    meaning: 'From the first change that made an answer stale to the recorded answer, by lane.',
    why: 'The promise of the service: how long an answer is stale.',
    labels: ['lane'],
  }),
  pendingOldest: measured('pending_oldest_seconds', {
    meaning: 'Age of the oldest judgment that is due or under way, past the time at which it was due; 0 without one.',
    why: 'Judging that stands still, or that does not keep up.',
  }),
  pendingRows: measured('pending_rows', {
    meaning:
      'Judgments that wait, by lane and by what they wait for: `turn` (a slot of an engine), `debounce`, `claimed` (an engine is asked), `budget`, `fanout_limit`. Estimated when the queue is larger than 16 MiB.',
    why: 'Says why answers are stale: time, a slot of an engine, a budget, the limit of fan-out.',
    labels: ['lane', 'reason'],
  }),
  claimableRows: measured('claimable_rows', {
    meaning:
      'Judgments that are due and that no process has claimed, by the engine that they ask; those in `turn` of `judgment_pending_rows`. Of more than a thousand judgments the share of each engine is estimated from at least 750 of them; the sum is whole.',
    why: 'While their engine has a slot to spare, another replica of judgments makes them shorter; KEDA adds it then.',
    labels: ['engine'],
  }),
  pausedNamespaces: measured('namespaces_paused', {
    meaning: 'Namespaces in which nothing is judged, since their budget of the month is spent.',
    why: 'Stale answers that only a budget or the next month makes fresh.',
  }),
  asks: counter('asks_total', {
    meaning: 'Asks put to engines, by engine and outcome.',
    why: 'The rate of judging and of its failures.',
    labels: ['engine', 'outcome'],
  }),
  answers: counter('answers_total', {
    meaning: 'Answers recorded, by outcome: `answered`, `same` (no engine was asked) or the failure.',
    why: 'The rate at which answers become fresh.',
    labels: ['outcome'],
  }),
  deferredRows: measured('fanout_deferred_rows', {
    meaning: 'Judgments past the limit of fan-out that wait for room, up to a million.',
    why: 'Answers that stay stale by the limit that the organization set.',
  }),
  deferredOldest: measured('fanout_deferred_oldest_seconds', {
    meaning: 'Age of the oldest deferral of a fan-out; 0 without one.',
    why: 'How long the limit has held answers back.',
  }),
  scoringOldest: measured('scoring_oldest_seconds', {
    meaning: 'Age of the oldest question of a run of alternatives that is due; 0 without one.',
    why: 'A run of alternatives that does not progress.',
  }),
  scoredLabels: counter('scored_labels_total', {
    meaning: 'Labels that a row of alternatives was asked about, by outcome.',
    why: 'The rate at which runs of alternatives progress.',
    labels: ['outcome'],
  }),
};
