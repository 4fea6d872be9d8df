import { Case, Preparation, Round } from '../case/case';
import { comparison } from '../case/comparison';
import { milliseconds, perSecond } from '../case/figures';
import { documentOf, randomOf } from '../load/documents';
import { LoadResult, Shot, load } from '../load/load';
import { Client, pathOf, until } from '../stack/client';
import { allJudged, createJudgment, judgmentOf, lateJudgment, loadDocuments, relatedJudgment } from '../stack/loading';
import { OpenWalks } from '../stack/open-walks';
import { StackSite } from '../stack/site';
import { underLoad } from './documents';
import { judgedRate } from './judging';

const unrelatedReads = 'bench/reads';
export const relatedReads = 'bench/related-reads';
const openReads = 'bench/open-reads';
const pointers = 'bench/pointers';
const unread = 'bench/unread';
const walked = 'bench/walked';
const judgments = 10;
const related = 3;
/** Fan-outs of other keys that stay open while documents are read. */
const openFanouts = 1000;
const customers = 100;
export const aDayMs = 86_400_000;
const walkLimitS = 300;
/** Items that each of two relations shows, and the documents among which they are chosen. */
const items = 20;
const targets = 200;

/** A relation with the document at which an attribute points. */
export const pointing = (mine: string): object => ({
  join: { theirs: 'id', mine: `attributes.${mine}` },
  fields: ['state.name'],
});

export const customerOf = (i: number, name = `customer ${i}`): object => ({ id: `customer:${i}`, state: { name } });
const pointer = (i: number, customer = `customer:${i % customers}`): object => {
  const document = documentOf(i);
  return { ...document, attributes: { ...document.attributes, customer } };
};

/** Documents with ten answers, of which some read the document at which theirs points. */
function readDocuments(namespace: string, ofRelated: number, open: number): Preparation<StackSite> {
  return {
    name: `documents with ten answers, ${ofRelated} of them related, ${open} fan-outs open (${namespace})`,
    size: { normal: 2000, short: 100 },
    make: async ({ client }, { size, isShort }) => {
      await client.call('POST', '/namespaces', { name: namespace });
      await loadDocuments(client, namespace, customers, (i) => customerOf(i));
      for (let i = 0; i < judgments; i++) {
        const isRelated = i < ofRelated;
        const body = isRelated
          ? relatedJudgment(`j${i}`, { customer: pointing('customer') }, aDayMs)
          : judgmentOf(`j${i}`, 'state.text', 0);
        await createJudgment(client, namespace, body);
      }
      await loadDocuments(client, namespace, size, (i) => pointer(i));
      for (let i = 0; i < judgments; i++) await allJudged(client, namespace, `j${i}`, size);
      // Nobody points at them: their fan-outs wait for a day, and no answer that is read is stale.
      await loadDocuments(client, namespace, isShort ? Math.min(open, 50) : open, (i) => customerOf(customers + i));
    },
  };
}

const plainReads = readDocuments(unrelatedReads, 0, 0);
export const quietReads = readDocuments(relatedReads, related, 0);
const busyReads = readDocuments(openReads, related, openFanouts);

/** Documents that all point at one. The judgment is made after them, so none is judged. */
const pointingDocuments: Preparation<StackSite> = {
  name: 'documents that point at one',
  size: { normal: 300_000, short: 500 },
  make: async ({ client }, { size }) => {
    for (const namespace of [pointers, unread]) {
      await client.call('POST', '/namespaces', { name: namespace });
      await loadDocuments(client, namespace, 1, () => customerOf(0));
    }
    await loadDocuments(client, pointers, size, (i) => pointer(i, 'customer:0'));
    await createJudgment(client, pointers, relatedJudgment('late', { customer: pointing('customer') }, aDayMs));
  },
};

/**
 * Judged documents that all point at one, in a namespace that gives fan-outs all of its time. Changes only mark their
 * answers, so the walk is measured and not the judging.
 */
const walkedDocuments: Preparation<StackSite> = {
  name: 'judged documents that point at one',
  size: { normal: 50_000, short: 500 },
  make: async ({ client }, { size }) => {
    await client.call('POST', '/namespaces', { name: walked });
    await client.call('PATCH', pathOf(walked), { fanout: { share: 1 } });
    await loadDocuments(client, walked, 1, () => customerOf(0));
    await createJudgment(client, walked, relatedJudgment('late', { customer: pointing('customer') }, 0));
    await loadDocuments(client, walked, size, (i) => pointer(i, 'customer:0'));
    const limitS = Math.max(60, size / 100);
    await until(async () => (await client.fresh(walked, 'late')) >= size, limitS, 1000);
    await client.call('PATCH', `${pathOf(walked)}/judgments/late`, { freshness: { policy: 'manual' } });
  },
};

/** What relations cost: the service against itself, without them. */
export const relationCases: readonly Case<StackSite>[] = [
  reading('point read with 10 answers, 3 of them related, against none', 0.9, relatedReads, quietReads),
  reading('point read with 3 related answers of 10 and 1,000 fan-outs open, against none', 0.8, openReads, busyReads),
  comparison({
    name: 'single upsert of a related document of 300,000, against one nobody reads',
    goal: { atLeast: 0.8 },
    needs: [pointingDocuments],
    size: underLoad,
    raw: (round) => upserts(unread, round),
    own: (round) => upserts(pointers, round),
    check: async (site) => site.assertEngineIdle(),
  }),
  {
    name: `judging with 2 relations of ${items} related documents, against none`,
    goal: { atLeast: 0.75 },
    needs: [],
    size: { normal: 2000, short: 100 },
    maxRounds: 3,
    round: async ({ site: { client }, number, size, isShort }) => {
      const withTwo = async () => {
        const relations = { liked: pointing('liked'), seen: pointing('seen') };
        const namespace = await fanOfTargets(client, `bench/related-loop-${number}`);
        await createJudgment(client, namespace, { ...relatedJudgment(lateJudgment.name, relations, 0) });
        return judgedRate(client, namespace, size, isShort, (i) => fanDocument(i, number));
      };
      const without = async () => {
        const namespace = await fanOfTargets(client, `bench/unrelated-loop-${number}`);
        await client.call('POST', `${pathOf(namespace)}/judgments`, judgmentOf(lateJudgment.name, 'state.text', 0));
        return judgedRate(client, namespace, size, isShort, (i) => fanDocument(i, number));
      };
      const [own, raw] = await inTurns(number, withTwo, without);
      return { ratio: own / raw, measures: { raw: perSecond(raw), own: perSecond(own) } };
    },
  },
  {
    name: 'fan-out alone over related documents, against 5,000 a second',
    goal: { atLeast: 1 },
    needs: [walkedDocuments],
    size: { normal: 1, short: 1 },
    maxRounds: 3,
    round: async ({ site: { client, stack }, number, sizeOf }) => {
      const open = await OpenWalks.open(stack);
      const startedMs = performance.now();
      await client.call('POST', `${pathOf(walked)}/documents`, { upsert: [customerOf(0, `renamed ${number}`)] });
      const writtenMs = performance.now() - startedMs;
      await until(async () => !(await open.isWalking(walked)), walkLimitS, 20).finally(() => open.close());
      const own = sizeOf(walkedDocuments) / ((performance.now() - startedMs) / 1000);
      return { ratio: own / 5000, measures: { own: perSecond(own), write: milliseconds(writtenMs) } };
    },
    check: async ({ client }, { sizeOf }) => {
      const stale = await client.count(walked, { 'answers.late.status': 'stale' });
      if (stale !== sizeOf(walkedDocuments)) throw new Error(`${stale} of the walked answers are stale`);
    },
  },
];

/** @returns what `own` and `raw` give; their order changes with each round */
export async function inTurns<T>(round: number, own: () => Promise<T>, raw: () => Promise<T>): Promise<[T, T]> {
  if (round % 2 === 1) return [await own(), await raw()];
  const before = await raw();
  return [await own(), before];
}

async function fanOfTargets(client: Client, namespace: string): Promise<string> {
  await client.call('POST', '/namespaces', { name: namespace });
  await loadDocuments(client, namespace, targets, (i) => ({ id: `target:${i}`, state: { name: `target ${i}` } }));
  return namespace;
}

/** A document that points at twenty others, twice. */
function fanDocument(i: number, round: number): object {
  const { id, attributes, state } = documentOf(i, 900 + round);
  const list = (step: number): string[] =>
    Array.from({ length: items }, (_, k) => `target:${(i * step + k) % targets}`);
  return { id, attributes: { ...attributes, liked: list(7), seen: list(13) }, state };
}

function reading(name: string, atLeast: number, namespace: string, documents: Preparation<StackSite>): Case<StackSite> {
  const reads = (from: string, { number, sizeOf }: Round<StackSite>): (() => Shot) => {
    const random = randomOf(number);
    const path = `/v1${pathOf(from)}/documents/doc:`;
    return () => ({ method: 'GET', path: `${path}${Math.floor(random() * sizeOf(documents))}?fresh=stored` });
  };
  return comparison({
    name,
    goal: { atLeast },
    needs: [plainReads, documents],
    size: underLoad,
    raw: (round) => load(round.site.own, round.clients, round.size, reads(unrelatedReads, round)),
    own: (round) => load(round.site.own, round.clients, round.size, reads(namespace, round)),
    check: async ({ client }, { sizeOf }) => {
      const path = `${pathOf(namespace)}/documents/doc:${sizeOf(documents) - 1}?fresh=stored`;
      const { answers } = await client.call<{ answers: Record<string, { status: string }> }>('GET', path);
      const fresh = Object.values(answers).filter(({ status }) => status === 'fresh');
      if (fresh.length !== judgments) throw new Error(`the read answered ${JSON.stringify(answers).slice(0, 300)}`);
    },
  });
}

/** One document, another name with each request. */
function upserts(namespace: string, { site, clients, size, number }: Round<StackSite>): Promise<LoadResult> {
  return load(site.own, clients, size, (n) => ({
    method: 'POST',
    path: `/v1${pathOf(namespace)}/documents`,
    body: JSON.stringify({ upsert: [customerOf(0, `name ${number} ${n}`)] }),
  }));
}
