import { boolJudgment } from '../scenario/scenario';
import { Tenant } from './tenant';

export const kinds = ['write', 'read', 'query', 'freshness'] as const;
export type Kind = (typeof kinds)[number];
/** Milliseconds that each request took, by kind. */
export type Times = Record<Kind, number[]>;

const documents = 200;

/** What an ordinary tenant keeps: documents with an attribute, and a judgment that is judged on read. */
export async function arrangeVictim(tenant: Tenant): Promise<void> {
  const upsert = Array.from({ length: documents }, (_, n) => ({
    id: `d${n}`,
    attributes: { n },
    state: { text: `t${n}` },
  }));
  await tenant.ok('POST', tenant.at('/documents'), { upsert });
  const engine = { name: 'jev', version: 'current' };
  await tenant.ok('POST', tenant.at('/judgments'), {
    engine,
    ...boolJudgment('late'),
    freshness: { policy: 'on_read' },
  });
}

/** Writes, reads, queries and reads of fresh answers in turns, until `ended` says so. */
export async function useOrdinarily(tenant: Tenant, ended: () => boolean, clients = 2): Promise<Times> {
  const times: Times = { write: [], read: [], query: [], freshness: [] };
  const timed = async (kind: Kind, ask: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now();
    await ask();
    times[kind].push(performance.now() - begun);
  };
  const client = async (first: number): Promise<void> => {
    for (let n = first; !ended(); n += clients) {
      const id = `d${n % documents}`;
      const state = { text: `changed ${n}` };
      await timed('write', () =>
        tenant.call('POST', tenant.at('/documents'), { upsert: [{ id, attributes: { n }, state }] }),
      );
      await timed('read', () => tenant.call('GET', tenant.at(`/documents/${id}?fresh=stored`)));
      await timed('query', () =>
        tenant.call('POST', tenant.at('/query'), { filter: { 'attributes.n': n }, limit: 10 }),
      );
      await timed('freshness', () => tenant.call('GET', tenant.at(`/documents/${id}?fresh=require`)));
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, first) => client(first)));
  return times;
}

/** The value that 99 of 100 times stay below; NaN without a time. */
export function p99(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? NaN;
}
