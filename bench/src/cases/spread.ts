import { Case, Preparation } from '../case/case';
import { milliseconds } from '../case/figures';
import { documentOf, sellersOf } from '../load/documents';
import { Shot } from '../load/load';
import { paced } from '../load/paced';
import { Client, pathOf, until } from '../stack/client';
import { createJudgment, loadDocuments, relatedJudgment } from '../stack/loading';
import { StackSite } from '../stack/site';

const spread = 'bench/spread';
const beside = 'bench/beside-spread';
const besideDocuments = 1000;
const requestsPerSecond = 200;
const anHourMs = 3_600_000;
const walkLimitS = 600;

const idOf = (i: number): string => `order:${String(i).padStart(6, '0')}`;
const customer = (round: number): object => ({ id: 'customer', state: { name: `customer ${round}` } });

/**
 * Documents that all point at one, whose answers are wanted and judged in an hour. A change of the one only marks them and
 * queues them anew, so no engine is measured; and beside them a namespace of another kind.
 */
const spreadDocuments: Preparation<StackSite> = {
  name: 'documents that point at one, with answers that wait',
  size: { normal: 300_000, short: 500 },
  make: async ({ client }, { size }) => {
    for (const namespace of [spread, beside]) await client.call('POST', '/namespaces', { name: namespace });
    await loadDocuments(client, beside, besideDocuments);
    await client.call('POST', `${pathOf(spread)}/documents`, { upsert: [customer(0)] });
    const relations = { customer: { join: { theirs: 'id', mine: 'attributes.customer' }, fields: ['state.name'] } };
    const { freshness, ...judgment } = relatedJudgment('late', relations, 0) as { freshness: object };
    const waits = { debounce_ms: anHourMs, max_wait_ms: anHourMs };
    await createJudgment(client, spread, { ...judgment, freshness: { ...freshness, ...waits } });
    await loadDocuments(client, spread, size, (i) => ({
      id: idOf(i),
      attributes: { customer: 'customer' },
      state: { text: `text ${i}` },
    }));
  },
};

/** Of the last document that a walk reaches: while the walk is open its answer is due now, and later in an hour. */
async function isWalking(client: Client, documents: number): Promise<boolean> {
  const path = `${pathOf(spread)}/documents/${idOf(documents - 1)}?fresh=stored`;
  const { answers } = await client.call<{ answers: { late: { due_at: string | null } } }>('GET', path);
  return Date.parse(answers.late.due_at ?? '') <= Date.now();
}

/** Reads, writes and queries in turn, of a namespace that no change spreads in. */
function mixed(round: number): (n: number) => Shot {
  const path = `/v1${pathOf(beside)}`;
  const sellers = sellersOf(besideDocuments);
  return (n) => {
    const i = (n * 7919) % besideDocuments;
    if (n % 3 === 0) return { method: 'GET', path: `${path}/documents/doc:${i}` };
    const upsert = [documentOf(i, round * 1_000_000 + n)];
    if (n % 3 === 1) return { method: 'POST', path: `${path}/documents`, body: JSON.stringify({ upsert }) };
    const query = { filter: { 'attributes.seller': `s${n % sellers}` }, limit: 20 };
    return { method: 'POST', path: `${path}/query`, body: JSON.stringify(query) };
  };
}

/** What others feel of a change that spreads over many documents: the walk and the queue of judgments beside them. */
export const spreadCase: Case<StackSite> = {
  name: `p99 at ${requestsPerSecond}/s while a change spreads over 300,000 documents, of the same when idle`,
  goal: { below: 2 },
  needs: [spreadDocuments],
  size: { normal: 10, short: 0.4, option: 'seconds' },
  maxRounds: 3,
  round: async ({ site: { client, own }, number, size, isShort, sizeOf }) => {
    const documents = sizeOf(spreadDocuments);
    const idle = await paced(own, requestsPerSecond, size, mixed(2 * number));
    await client.call('POST', `${pathOf(spread)}/documents`, { upsert: [customer(number + 1)] });
    const busy = await paced(own, requestsPerSecond, size, mixed(2 * number + 1));
    if (!isShort && !(await isWalking(client, documents))) throw new Error('the walk ended before the measurement did');
    await until(async () => !(await isWalking(client, documents)), walkLimitS);
    const measures = { idle: milliseconds(idle.p99Ms), spreading: milliseconds(busy.p99Ms) };
    return { ratio: busy.p99Ms / idle.p99Ms, measures };
  },
};
