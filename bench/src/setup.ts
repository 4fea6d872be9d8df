import { Pool } from 'pg';
import { Client, until } from './client';
import { namespaces, wideDocuments } from './cases/documents';
import { documentOf } from './load/documents';

const batch = 500;

/** The same documents in both stores. */
export async function loadDocuments(
  client: Client,
  bare: (path: string, body: object) => Promise<void>,
  namespace: string,
  documents: number,
  of: (i: number) => object = documentOf,
): Promise<void> {
  for (let from = 0; from < documents; from += batch) {
    const upsert = Array.from({ length: Math.min(batch, documents - from) }, (_, k) => of(from + k));
    const path = `/namespaces/${encodeURIComponent(namespace)}/documents`;
    await Promise.all([client.call('POST', path, { upsert }), bare(path, { upsert })]);
  }
}

export function judgment(name: string, field: string, debounceMs: number, maxTokens?: number): object {
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

/** Ten judged answers on each document of one namespace, and the same bodies in the bare store. */
export async function loadAnswers(
  client: Client,
  bare: Pool,
  bareWrite: (path: string, body: object) => Promise<void>,
  documents: number,
): Promise<void> {
  const path = `/namespaces/${encodeURIComponent(namespaces.judged)}`;
  await client.call('POST', '/namespaces', { name: namespaces.judged });
  for (let i = 0; i < 10; i++) await client.call('POST', `${path}/judgments`, judgment(`j${i}`, 'state.text', 0));
  await loadDocuments(client, bareWrite, namespaces.judged, documents);
  await until(async () => (await client.fresh(namespaces.judged, 'j9')) >= documents, 180);
  await bare.query(
    `insert into bare_answer select $1, d.id, 'j' || j, $3::jsonb from bare_document d, generate_series(0, 9) j where d.ns = $2 on conflict do nothing`,
    [namespaces.judged, namespaces.judged, JSON.stringify((await sampleAnswer(client)) ?? {})],
  );
}

async function sampleAnswer(client: Client): Promise<object | undefined> {
  const document = await client.call<{ answers: Record<string, object> }>(
    'GET',
    `/namespaces/${encodeURIComponent(namespaces.judged)}/documents/doc:0?fresh=stored`,
  );
  return document.answers.j0;
}

/**
 * Fifty judgments of which a write of new texts touches five; their debounce keeps judging out of the measured time. The
 * documents stand already: a new one touches all fifty.
 */
export async function makeWide(client: Client): Promise<void> {
  await client.call('POST', '/namespaces', { name: namespaces.wide });
  const path = `/namespaces/${encodeURIComponent(namespaces.wide)}/judgments`;
  for (let i = 0; i < 50; i++)
    await client.call('POST', path, judgment(`w${i}`, i < 5 ? 'state.text' : `state.never_${i}`, 3_600_000));
  await loadDocuments(client, () => Promise.resolve(), namespaces.wide, wideDocuments);
  await allHeard(client);
}

/** Judgments hear of documents in order: when the last one is judged, all before it are queued. */
export async function allHeard(client: Client): Promise<void> {
  const path = `/namespaces/${encodeURIComponent(namespaces.heard)}`;
  await client.call('POST', '/namespaces', { name: namespaces.heard });
  await client.call('POST', `${path}/judgments`, judgment('heard', 'state.text', 0));
  await client.call('POST', `${path}/documents`, { upsert: [documentOf(0)] });
  await until(async () => (await client.fresh(namespaces.heard, 'heard')) === 1, 300);
}
