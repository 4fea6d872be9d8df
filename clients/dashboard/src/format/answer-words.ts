import type { Schema } from '@app/sdk/client';

type Answer = Schema<'AnswerView'>;

const reasons: Readonly<Record<string, string>> = {
  judging_paused: 'the month’s budget is used up',
  engine_unavailable: 'the engine is not responding',
  fanout_deferred: 'too many documents changed at once; it is judged later',
  version_changed: 'the judgment has a new version',
  document_changed: 'the document changed',
  related_changed: 'a related document changed',
  interval_elapsed: 'its interval has passed',
  never_judged: 'never judged',
  engine_bad_answer: 'the engine gave an answer that cannot be read',
  engine_no_signal: 'the engine found nothing to answer from',
  engine_refused: 'the engine refused',
  engine_rejected: 'the engine rejected the request',
  context_too_large: 'what it reads is too large for the engine',
  judging_failed: 'judging failed',
};

/** Why an answer is not fresh, in words; empty for a fresh one. A reason that is new to this page stands as it is. */
export function reasonOf({ stale_reason: stale, stale_by: by, unavailable_reason: unavailable }: Answer): string {
  if (stale === 'related_changed' && by) return `${by.document}, related as ${by.relation}, changed`;
  const reason = stale ?? unavailable;
  return reason === null ? '' : (reasons[reason] ?? String(reason).replaceAll('_', ' '));
}

/** What is shown of an answer at a glance. */
type Said = Pick<Answer, 'type' | 'judged_at' | 'p' | 'value' | 'score' | 'dist' | 'escape_p'>;

/** What an answer says in a few words: its probability, option with its share, or score; a dash before it was judged. */
export function gistOf(answer: Said): string {
  const { type, judged_at: judgedAt, p, value, score } = answer;
  // A choice that was judged has no option where none fits; before that it has none, either.
  if (judgedAt === null) return '–';
  if (type === 'bool') return typeof p === 'number' ? p.toFixed(3) : '–';
  if (type === 'score') return typeof score === 'number' ? score.toFixed(2) : '–';
  return value === undefined ? '–' : optionText(answer);
}

/** An option with its share. */
export function optionText(choice: Pick<Answer, 'value' | 'dist' | 'escape_p'>): string {
  const share = shareOf(choice);
  return `${choice.value ?? 'none of these'}${typeof share === 'number' ? ` ${share.toFixed(3)}` : ''}`;
}

function shareOf({ value, dist, escape_p: escape }: Pick<Answer, 'value' | 'dist' | 'escape_p'>) {
  return value === null || value === undefined ? escape : dist?.[String(value)];
}

/** The share in [0, 1] that a bar shows of an answer; null without one. */
export function barOf(answer: Answer): number | null {
  const { type, p, normalized } = answer;
  const share = type === 'score' ? normalized : type === 'choice' ? shareOf(answer) : p;
  return typeof share === 'number' ? share : null;
}
