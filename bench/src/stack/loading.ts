import { documentOf } from '../load/documents';
import { Client, pathOf, until } from './client';

const batch = 500;
const queuedLimitS = 300;
const judgedLimitS = 180;

/** A body in batches, so that several stores can be given the same. @param of the i-th document */
export async function inBatches(
  documents: number,
  write: (body: { upsert: object[] }) => Promise<unknown>,
  of: (i: number) => object = documentOf,
): Promise<void> {
  for (let from = 0; from < documents; from += batch)
    await write({ upsert: Array.from({ length: Math.min(batch, documents - from) }, (_, k) => of(from + k)) });
}

/** Writes documents 0 to `documents` - 1 into a namespace of the service. */
export function loadDocuments(
  client: Client,
  namespace: string,
  documents: number,
  of?: (i: number) => object,
): Promise<void> {
  return inBatches(documents, (body) => client.call('POST', `${pathOf(namespace)}/documents`, body), of);
}

/** Waits until every one of so many documents has a fresh answer. */
export function allJudged(client: Client, namespace: string, judgment: string, documents: number): Promise<void> {
  return until(async () => (await client.fresh(namespace, judgment)) >= documents, judgedLimitS);
}

/** A judgment of one field. @param debounceMs 0 judges at once; an hour keeps judging out of the measured time */
export function judgmentOf(name: string, field: string, debounceMs: number, maxTokens?: number): object {
  return {
    name,
    type: 'bool',
    question: `Is this about ${name}?`,
    context: { fields: [field], ...(maxTokens && { max_tokens: maxTokens }) },
    engine: { name: 'jev', version: 'current' },
    thresholds: { alarm: 0.4 },
    freshness: { policy: 'on_change', debounce_ms: debounceMs, max_wait_ms: Math.max(debounceMs * 10, 20_000) },
  };
}

/** A judgment of the text and the total, made at once whenever they change. */
export const lateJudgment = {
  name: 'late',
  type: 'bool',
  question: 'Will this order arrive late?',
  context: { fields: ['state.text', 'attributes.total'] },
  engine: { name: 'jev', version: 'current' },
  freshness: { policy: 'on_change', debounce_ms: 0 },
};

/**
 * Waits until all that was written to a namespace is queued for judging. Judgments consume changes in order, so a
 * document written later, to a namespace of its own beside this one, is judged only after them.
 */
export async function allQueued(client: Client, namespace: string): Promise<void> {
  const marker = `bench-queued/${namespace.replaceAll('/', '-')}`;
  await client.call('POST', '/namespaces', { name: marker });
  await client.call('POST', `${pathOf(marker)}/judgments`, judgmentOf('queued', 'state.text', 0));
  await loadDocuments(client, marker, 1);
  await until(async () => (await client.fresh(marker, 'queued')) === 1, queuedLimitS);
}

/** A judgment of a text and of what is related. @param waitMs how long changes of related documents wait */
export function relatedJudgment(name: string, relations: object, waitMs: number, policy = 'on_change'): object {
  return {
    ...judgmentOf(name, 'state.text', 0),
    context: { fields: ['state.text'], related: relations },
    freshness: { policy, debounce_ms: 0, fanout: { debounce_ms: waitMs, rolling_limit: 10_000_000 } },
  };
}

/** Creates a judgment whose price is confirmed as it is shown. */
export async function createJudgment(client: Client, namespace: string, body: object): Promise<void> {
  const path = `${pathOf(namespace)}/judgments`;
  const { status, confirm } = await client.call<{ status: string; confirm: string | null }>('POST', path, body);
  if (status === 'confirmation_required') await client.call('POST', path, { ...body, confirm });
}
