import { setTimeout as pause } from 'node:timers/promises';
import type { ExampleAccess } from './example';

/** The judgment of the example that reads the account of a ticket. */
const judgment = 'churn_risk';
const limitMs = 30_000;
const pollMs = 50;

interface Ticket {
  id: string;
  attributes: { account: string };
  answers: Record<string, { status: string; stale_reason: string | null; p: number | null }>;
}

/** What a change of an account did to the answer of a ticket that points at it. */
export interface RelatedChange {
  account: string;
  ticket: string;
  /** What the first read after the change said. */
  seen: string;
  /** Probabilities before and after; null when there was none. */
  before: number | null;
  after: number | null;
  /** From the change to the first read that was fresh again; seconds. */
  seconds: number;
}

/**
 * Writes a note to an account of the example and reads a ticket of the account until its answer is fresh again.
 * @param call the API below the example's namespace: method, path and body to parsed JSON
 * @returns null when no ticket has a fresh answer, or when the answer is not fresh again in 30 s
 */
export async function changeAnAccount(
  call: (method: string, path: string, body: object) => Promise<unknown>,
  now: () => number = () => performance.now(),
): Promise<RelatedChange | null> {
  const filter = { [`answers.${judgment}.status`]: 'fresh' };
  const found = (await call('POST', '/query', { filter, limit: 1, judgments: [judgment] })) as { documents: Ticket[] };
  if (found.documents.length === 0) return null;
  const [{ id: ticket, attributes, answers }] = found.documents;
  const read = async () => {
    const body = { ids: [ticket], judgments: [judgment], fresh: 'stored' };
    const { documents } = (await call('POST', '/documents/get', body)) as { documents: Ticket[] };
    return documents[0].answers[judgment];
  };
  const { account } = attributes;
  const note = `The customer asked for the contract on ${new Date().toISOString()}.`;
  await call('POST', '/documents', { patch: [{ id: account, state: { note } }] });
  const changedAt = now();
  const first = await read();
  const seen = first.stale_reason ?? first.status;
  for (let answer = first; now() - changedAt < limitMs; answer = await read()) {
    if (answer.status === 'fresh') {
      const seconds = (now() - changedAt) / 1_000;
      return { account, ticket, seen, before: answers[judgment].p, after: answer.p, seconds };
    }
    await pause(pollMs);
  }
  return null;
}

/** The change in a sentence for the terminal. */
export function describeChange({ account, ticket, seen, before, after, seconds }: RelatedChange): string {
  const p = (value: number | null) => (value === null ? '-' : value.toFixed(2));
  return [
    `A note on ${account}: its ${ticket}, which points at it, read "${seen}" at once and was fresh again after`,
    `${seconds.toFixed(1)} s (${judgment} ${p(before)} before, ${p(after)} now).`,
  ].join(' ');
}

/** Calls of the API below a namespace. @throws Error with what the API said when it refuses */
export function callsIn({ baseUrl, apiKey }: ExampleAccess, namespace: string) {
  return async (method: string, path: string, body: object): Promise<unknown> => {
    const reply = await fetch(`${baseUrl}/namespaces/${encodeURIComponent(namespace)}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
}
