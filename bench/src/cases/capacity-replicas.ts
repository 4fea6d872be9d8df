import { Ledger } from '../capacity/ledger';
import { Case, Round } from '../case/case';
import { Measure, megabytes, microseconds, milliseconds, perSecond } from '../case/figures';
import { randomOf, sellersOf } from '../load/documents';
import { LoadResult, Shot, load } from '../load/load';
import { pathOf } from '../stack/client';
import { memoryOf } from '../stack/memory';
import { StackSite } from '../stack/site';
import { batchBody, plain, plainDocuments } from './documents';

/** Processes of each service, a row each on servers of its own. */
export const replicas = [1, 2, 4] as const;

const idleS = 10;

/**
 * So many processes of each service under one Postgres and one NATS, with the load spread over all gateways. The ratio is
 * the rate of point reads by that of the bare server in turn, as of the case `point read`: it may be set beside that of
 * another row. On a machine with fewer cores than processes a row shows what a replica costs, not what it gives.
 */
export function capacityOfReplicas(count: number): Case<StackSite> {
  return {
    name: `capacity of replicas, ${count} of each service`,
    goal: null,
    needs: [plainDocuments],
    // Node compiles code that has run often. Replicas share the requests, so each takes longer to become as fast as it gets.
    size: { normal: 12, short: 0.3, option: 'seconds' },
    maxRounds: 3,
    isOnDemand: true,
    round: async (round) => {
      const { site, isShort } = round;
      const ledger = await Ledger.open(site.stack);
      const idle = await ledger.costOf(() => new Promise((done) => setTimeout(done, isShort ? 200 : idleS * 1000)));
      const measures: Record<string, Measure> = {
        'idle CPU a second': milliseconds((1000 * idle.cpu) / idle.seconds),
        memory: megabytes(memoryOf(site.stack.pid) ?? 0),
      };
      let reads = 0;
      for (const [operation, shot] of Object.entries(shotsOf(round))) {
        let sent = 0;
        let result: LoadResult | undefined;
        const cost = await ledger.costOf(async () => {
          result = await load(site.gateways, round.clients, round.size, (n) => {
            sent = n + 1;
            return shot(n);
          });
        });
        const { perSecond: rate, p50Ms, p99Ms } = result!;
        if (operation === 'read') reads = rate;
        measures[operation] = perSecond(rate);
        measures[`${operation} p50`] = milliseconds(p50Ms);
        measures[`${operation} p99`] = milliseconds(p99Ms);
        measures[`${operation} CPU`] = microseconds((1e6 * cost.cpu) / sent);
      }
      const bare = await load(site.raw, round.clients, round.size, readsOf(round, ''));
      measures['bare read'] = perSecond(bare.perSecond);
      return { ratio: reads / bare.perSecond, measures };
    },
  };
}

function shotsOf(round: Round<StackSite>): Record<'read' | 'upsert' | 'query', (n: number) => Shot> {
  const documents = round.sizeOf(plainDocuments);
  const random = randomOf(1000 + round.number);
  const path = `/v1${pathOf(plain)}`;
  return {
    read: readsOf(round, '/v1'),
    upsert: (n) => ({ method: 'POST', path: `${path}/documents`, body: batchBody(n, round.number, documents, 1) }),
    query: () => {
      const filter = { 'attributes.seller': `s${Math.floor(random() * sellersOf(documents))}` };
      return { method: 'POST', path: `${path}/query`, body: JSON.stringify({ filter, limit: 20 }) };
    },
  };
}

function readsOf(round: Round<StackSite>, base: string): () => Shot {
  const random = randomOf(round.number);
  const documents = round.sizeOf(plainDocuments);
  return () => ({ method: 'GET', path: `${base}${pathOf(plain)}/documents/doc:${Math.floor(random() * documents)}` });
}
