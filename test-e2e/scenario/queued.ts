import type { DocumentsView } from '@app/contracts/documents';
import type { AnswerExplanation } from '@app/contracts/judgments';
import { eventually } from '@app/testing/stack';
import type { Scenario } from './scenario';

/** Failures after which nobody tries again until the document changes. */
const finalFailures = ['engine_refused', 'context_too_large', 'engine_rejected'];
const automatic = ['on_change', 'interval'];

/** What an answer lacks that waits and that nothing will judge; null where it waits for nothing, or for what is known. */
function lackOf({ answer, definition, queue, last, paused, engine, fanout }: AnswerExplanation): string | null {
  if (answer === null || !automatic.includes(definition.policy)) return null;
  const { wanted, seen, stale_reason, status, due_at, wanted_at } = answer;
  if ((wanted ?? 0) <= (seen ?? 0) || queue.some(({ version }) => version === definition.version)) return null;
  // The answer is recorded and on its way to the reads.
  if (last !== null && last.failure === null && last.seen >= (wanted ?? 0)) return null;
  if (paused || engine.circuit_open || fanout.held || stale_reason === 'version_changed') return null;
  if (last !== null && last.failure !== null && finalFailures.includes(last.failure)) return null;
  // An activation has brought it back, and judges nothing.
  if (wanted_at === null && due_at === null) return null;
  return `is ${status} ${stale_reason}, wanted ${wanted}, seen ${seen}, due_at ${due_at}, and has no row of the queue`;
}

/**
 * Answers that wait for a judging that nobody will begin: wanted beyond what was seen, of a judgment that is judged by
 * itself, without a row of the queue, and not paused, held, of another version, failed for good or brought back by an
 * activation. What is on its way to the queue is among them for a moment.
 * @param documents at most 100 ids; those that do not exist are left out
 * @returns `<document>.<judgment>` and what each is like
 */
export async function findUnqueued(scenario: Scenario, documents: readonly string[]): Promise<string[]> {
  const found = await scenario.ok<DocumentsView>('POST', '/documents/get', {
    ids: documents,
    include: ['answers'],
    fresh: 'stored',
  });
  const waiting = (found.documents as { id: string; answers: Record<string, { status: string }> }[]).flatMap(
    ({ id, answers }) =>
      Object.entries(answers).flatMap(([name, { status }]) => (status === 'fresh' ? [] : [{ id, name }])),
  );
  const lacks = await Promise.all(
    waiting.map(async ({ id, name }) => {
      const path = `/documents/${encodeURIComponent(id)}/answers/${name}/explain`;
      const { status, body, text } = await scenario.call<AnswerExplanation>('GET', path);
      // The document or the judgment has gone meanwhile.
      if (status === 404) return null;
      if (status !== 200) throw new Error(`GET ${path} answered ${status} ${text}`);
      const lack = lackOf(body);
      return lack && `${id}.${name} ${lack}`;
    }),
  );
  return lacks.filter((lack) => lack !== null);
}

/** Waits until every answer of the documents that waits is queued. @throws Error that lists those that are not */
export async function expectQueued(scenario: Scenario, documents: readonly string[], limitMs = 15_000): Promise<void> {
  await eventually(async () => {
    const unqueued = await findUnqueued(scenario, documents);
    if (unqueued.length > 0) throw new Error(unqueued.join('\n'));
  }, limitMs);
}
