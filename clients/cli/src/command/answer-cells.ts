import type { Schema } from '@app/sdk';

/** An answer in one cell: its calibrated reading where there is one, that no model gave it, and its status unless it is fresh. */
export function answerText(answer: Schema<'AnswerView'> | undefined): string {
  if (!answer) return '';
  const { status, stale_reason, unavailable_reason } = answer;
  const reason = stale_reason ?? unavailable_reason;
  const isBuiltIn = answer.engine_source === 'built_in';
  const state = status === 'fresh' ? '' : `${status}${reason ? `: ${reason}` : ''}`;
  return [reading(answer), isBuiltIn && 'built-in', state && `(${state})`].filter(Boolean).join(' ');
}

function reading({ type, calibrated, p, value, score, judged_at: judgedAt }: Schema<'AnswerView'>): string {
  if (judgedAt === null) return '';
  const own = type === 'bool' ? p : type === 'choice' ? value : score;
  const better = type === 'bool' ? calibrated?.p : type === 'choice' ? calibrated?.value : calibrated?.score;
  const shown = better ?? own;
  if (type === 'choice' && shown === null) return 'none of these';
  if (shown === null || shown === undefined) return '';
  return typeof shown === 'number' ? String(Math.round(shown * 10_000) / 10_000) : shown;
}
