import { Case, Preparation } from '../case/case';
import { comparison } from '../case/comparison';
import { load } from '../load/load';
import { Client, pathOf, until } from '../stack/client';
import { allJudged, judgmentOf, loadDocuments } from '../stack/loading';
import { StackSite } from '../stack/site';
import { batchBody, plain, plainDocuments, underLoad } from './documents';

const namespace = 'bench/outcomes';
const judgment = `${pathOf(namespace)}/judgments/observed`;
const post = 1000;
const atOnce = 8;
const fitLimitS = 120;
/** When all documents were judged: outcomes label the answers from then on, and may lie five minutes ahead at the most. */
let judgedAtMs = Date.now();
/** Instants of the timed outcomes, behind those that stand. */
const timedAfterMs = 2000;

interface Posted {
  recorded: number;
  unchanged: number;
}

/** Each of the same documents again and again, each time a millisecond later: every one is a new outcome. */
function outcomes(first: number, count: number, documents: number, afterMs: number): { outcomes: object[] } {
  return {
    outcomes: Array.from({ length: count }, (_, k) => {
      const at = new Date(judgedAtMs + afterMs + Math.floor((first + k) / documents)).toISOString();
      return { document: `doc:${(first + k) % documents}`, value: (first + k) % 3 === 0, observed_at: at };
    }),
  };
}

const judgedDocuments: Preparation<StackSite> = {
  name: 'judged documents for outcomes',
  size: { normal: 5000, short: 200 },
  make: async ({ client }, { size }) => {
    await client.call('POST', '/namespaces', { name: namespace });
    await client.call('POST', `${pathOf(namespace)}/judgments`, judgmentOf('observed', 'state.text', 0));
    await loadDocuments(client, namespace, size);
    await allJudged(client, namespace, 'observed', size);
    judgedAtMs = Date.now();
  },
};

async function reportSeconds(client: Client): Promise<string> {
  const startedMs = performance.now();
  await client.call('GET', `${judgment}/calibration`);
  return ((performance.now() - startedMs) / 1000).toFixed(2);
}

const standingOutcomes: Preparation<StackSite> = {
  name: 'outcomes',
  size: { normal: 1_000_000, short: 2000, option: 'outcomes' },
  make: async ({ client }, { size, sizeOf }) => {
    const startedMs = performance.now();
    const documents = sizeOf(judgedDocuments);
    let recorded = 0;
    for (let from = 0; from < size; from += post * atOnce) {
      const starts = Array.from({ length: atOnce }, (_, k) => from + k * post).filter((start) => start < size);
      const posted = await Promise.all(
        starts.map((start) => {
          const body = outcomes(start, Math.min(post, size - start), documents, 0);
          return client.call<Posted>('POST', `${judgment}/outcomes`, body);
        }),
      );
      recorded += posted.reduce((sum, reply) => sum + reply.recorded, 0);
    }
    if (recorded !== size) throw new Error(`${recorded} of ${size} outcomes were recorded`);
    const postedMs = performance.now();
    const rate = Math.round((1000 * size) / (postedMs - startedMs));
    const beforeS = await reportSeconds(client);
    const { id } = await client.call<{ id: string }>('POST', `${judgment}/calibration/run`, {});
    const fittingMs = performance.now();
    await until(async () => (await client.call<{ status: string }>('GET', `/jobs/${id}`)).status === 'done', fitLimitS);
    const fitS = ((performance.now() - fittingMs) / 1000).toFixed(2);
    const reports = `${beforeS} s before the fit, ${await reportSeconds(client)} s after it`;
    return `${size} outcomes by ${post}: ${rate} a second; a report of them takes ${reports}; the fit ${fitS} s`;
  },
};

/** The first outcome of a request, so far from those of other requests and rounds that none comes twice. */
const firstOf = (n: number, round: number): number => (round * 100_000 + n) * 100;

/** Both through the service, a hundred a request: a label costs no more than a document. */
export const outcomesCase: Case<StackSite> = comparison({
  name: 'outcomes of 100, against the batch write of 100',
  goal: { atLeast: 0.5 },
  needs: [plainDocuments, judgedDocuments, standingOutcomes],
  size: underLoad,
  raw: ({ site, clients, size, number, sizeOf }) => {
    const among = Math.min(sizeOf(judgedDocuments), sizeOf(plainDocuments));
    const path = `/v1${pathOf(plain)}/documents`;
    return load(site.own, clients, size, (n) => ({ method: 'POST', path, body: batchBody(n, number, among) }));
  },
  own: ({ site, clients, size, number, sizeOf }) =>
    load(site.own, clients, size, (n) => {
      const body = JSON.stringify(outcomes(firstOf(n, number), 100, sizeOf(judgedDocuments), timedAfterMs));
      return { method: 'POST', path: `/v1${judgment}/outcomes`, body };
    }),
  check: async ({ client }, { sizeOf }) => {
    const again = outcomes(firstOf(0, 1), 100, sizeOf(judgedDocuments), timedAfterMs);
    const { recorded, unchanged } = await client.call<Posted>('POST', `${judgment}/outcomes`, again);
    if (unchanged !== 100) throw new Error(`100 outcomes posted again: ${recorded} new, ${unchanged} unchanged`);
  },
});
