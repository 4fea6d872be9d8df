import type { Schema } from '@app/sdk/client';
import { setLengthOf } from './time';

type Explanation = Schema<'AnswerExplanation'>;
type Queued = Explanation['queue'][number];

const reasons: Readonly<Record<string, string>> = {
  budget: 'the budget of the namespace is used up',
  fanout_limit: 'the fan-out limit is reached',
  claimed: 'the engine is being asked',
  debounce: 'further changes may come, or the last attempt failed',
  turn: 'a free worker',
};

/** What a row of the queue waits for. A reason that is new to this page stands as it is. */
export function waitText({ reason }: Pick<Queued, 'reason'>): string {
  return reasons[reason] ?? String(reason).replaceAll('_', ' ');
}

/** Which version of the judgment is in force, and when it judges. */
export function definitionText({ definition }: Pick<Explanation, 'definition'>): string {
  const { version, template, policy, debounce_ms: debounceMs, max_wait_ms: mostMs, engine } = definition;
  const from = template === null ? '' : ` of ${template}`;
  const wait = `${setLengthOf(debounceMs)} after the last change and ${setLengthOf(mostMs)} after the first`;
  return `Version ${version}${from} is active: ${policy.replaceAll('_', ' ')}, ${wait}, by ${engine.name} ${engine.version}.`;
}

/** How far an answer is behind. */
export function seenText(answer: Explanation['answer']): string {
  if (answer === null) return 'The judgment does not apply to this document.';
  const { wanted, seen, cause } = answer;
  if (wanted === null) return 'Nothing has requested it.';
  if (seen !== null && seen >= wanted) return `It has seen version ${seen} of the document, the last that is wanted.`;
  return `Version ${wanted} of the document is wanted${cause ? `, because of the ${cause}` : ''}; it has seen ${seen || 'none'}.`;
}

/** The last try that ended; empty before the first. */
export function tryText({ last, answer }: Pick<Explanation, 'last' | 'answer'>): string {
  if (last === null) return '';
  if (last.failure !== null) return `The last attempt failed: ${last.failure.replaceAll('_', ' ')}.`;
  const isOnItsWay = answer !== null && last.seen > (answer.seen ?? 0);
  return isOnItsWay ? 'An answer is recorded and on its way here.' : 'The last attempt gave an answer.';
}

/** What keeps all answers of the judgment back; empty for nothing. */
export function heldTexts({ paused, engine, fanout, permit }: Explanation): string[] {
  return [
    ...(paused ? ['Judging is paused: the budget is used up.'] : []),
    ...(!engine.active ? ['The engine is not active.'] : engine.circuit_open ? ['The engine is not responding.'] : []),
    ...(fanout.held ? ['Fan-out is held by the settings of the namespace.'] : []),
    ...(fanout.deferred ? [`Fan-out is past its limit: ${fanout.used} of ${fanout.rolling_limit} in 24 hours.`] : []),
    ...(permit !== null && permit.waiting > 0
      ? [`${permit.waiting} requests of the namespace wait for the engine.`]
      : []),
  ];
}
