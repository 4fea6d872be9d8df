import { randomUUID } from 'node:crypto';
import { Case, Preparation, Round, Size } from '../case/case';
import { comparison } from '../case/comparison';
import { chargedLoad, cpuOfEach } from '../cost/charged';
import { BenchDocument, randomOf, sellerGroup, sellersOf, upsertBody } from '../load/documents';
import { Shot, load } from '../load/load';
import { pathOf } from '../stack/client';
import { allJudged, inBatches, judgmentOf, loadDocuments } from '../stack/loading';
import { waitForPair } from '../stack/ready-pair';
import { StackSite } from '../stack/site';

/** A round of a case whose clients send without pause. */
export const underLoad: Size = { normal: 3, short: 0.4, option: 'seconds' };

export const plain = 'bench/plain';
const answered = 'bench/judged';
const judgments = 10;
const pageSize = 20;

/** Documents without judgments, the same in both stores. */
export const plainDocuments: Preparation<StackSite> = {
  name: 'documents without judgments, in both stores',
  size: { normal: 100_000, short: 1000, option: 'documents' },
  make: async ({ client, bare }, { size }) => {
    await client.call('POST', '/namespaces', { name: plain });
    const path = `${pathOf(plain)}/documents`;
    await inBatches(size, (body) => Promise.all([client.call('POST', path, body), bare.post(path, body)]));
  },
};

const queriesBefore = 40;

/** The pair of attributes that the query asks for by being sent, and reads from then on. The short run does not wait for it. */
const queriedPair: Preparation<StackSite> = {
  name: 'the pair of attributes of the query',
  size: { normal: queriesBefore, short: 0 },
  make: async ({ client, stack }, { size }) => {
    if (size === 0) return;
    const body = queryBody('s7', 0, 1_000_000);
    for (let n = 0; n < size; n++) await client.call('POST', `${pathOf(plain)}/query`, body);
    return (await waitForPair(stack, plain)) ? 'its rows are read' : 'this build keeps none';
  },
};

/** Documents with ten answers each, and the same in the bare store. */
const answeredDocuments: Preparation<StackSite> = {
  name: 'documents with ten answers, in both stores',
  size: { normal: 5000, short: 100 },
  make: async ({ client, bare, bareDatabase }, { size }) => {
    const path = pathOf(answered);
    await client.call('POST', '/namespaces', { name: answered });
    for (let i = 0; i < judgments; i++)
      await client.call('POST', `${path}/judgments`, judgmentOf(`j${i}`, 'state.text', 0));
    await loadDocuments(client, answered, size);
    await inBatches(size, (body) => bare.post(`${path}/documents`, body));
    for (let i = 0; i < judgments; i++) await allJudged(client, answered, `j${i}`, size);
    const { answers } = await client.call<AnsweredDocument>('GET', `${path}/documents/doc:0?fresh=stored`);
    await bareDatabase.query(
      `insert into bare_answer
       select d.ns, d.id, 'j' || j, $2::jsonb from bare_document d, generate_series(0, $3) j where d.ns = $1`,
      [answered, JSON.stringify(answers.j0), judgments - 1],
    );
  },
};

interface AnsweredDocument extends BenchDocument {
  answers: Record<string, { status: string; p: number }>;
}

/** A batch among the first documents, another one with each request and round. @param among how many they are */
export function batchBody(n: number, round: number, among: number, count = 100): string {
  return upsertBody((n * count + round * 31337) % (among - count), count, round * 1000 + n + 1);
}

/** The hot paths over documents, each against the bare server. */
export const documentCases: readonly Case<StackSite>[] = [
  reading('point read', plainDocuments, plain, '', ''),
  reading('point read with 10 answers', answeredDocuments, answered, '?fresh=stored', '?answers=1'),
  writing('single upsert', 0.6, 1),
  writing('single upsert with an Idempotency-Key', 0.35, 1, () => randomUUID()),
  writing('batch write of 100', 0.5, 100),
  comparison({
    name: 'query, equality and range, limit 20',
    goal: { atLeast: 0.33 },
    needs: [plainDocuments, queriedPair],
    size: underLoad,
    raw: (round) => load(round.site.raw, round.clients, round.size, queries('', round)),
    own: async (round) => {
      const { site, clients, size } = round;
      const charged = await chargedLoad(site.stack, () => load(site.own, clients, size, queries('/v1', round)));
      return { ...charged.result, more: cpuOfEach(charged) };
    },
    check: async ({ client }, { sizeOf }) => {
      const seller = 's7';
      const body = queryBody(seller, 0, 1_000_000);
      const { documents } = await client.call<{ documents: BenchDocument[] }>('POST', `${pathOf(plain)}/query`, body);
      const ofSeller = Math.floor((Math.min(sizeOf(plainDocuments), sellerGroup) - 8) / sellersOf(1)) + 1;
      const totals = documents.map(({ attributes }) => attributes.total);
      const isRight =
        documents.length === Math.min(pageSize, ofSeller) &&
        documents.every(({ attributes }) => attributes.seller === seller) &&
        totals.every((total, i) => i === 0 || totals[i - 1] <= total);
      if (!isRight) throw new Error(`the query answered ${JSON.stringify(documents).slice(0, 300)}`);
    },
  }),
];

function reading(
  name: string,
  documents: Preparation<StackSite>,
  namespace: string,
  suffix: string,
  rawSuffix: string,
): Case<StackSite> {
  const reads = (base: string, { number, sizeOf }: Round<StackSite>, end: string): (() => Shot) => {
    const random = randomOf(number);
    const path = `${base}${pathOf(namespace)}/documents/doc:`;
    return () => ({ method: 'GET', path: `${path}${Math.floor(random() * sizeOf(documents))}${end}` });
  };
  return comparison({
    name,
    goal: { atLeast: 0.6 },
    needs: [documents],
    size: underLoad,
    raw: (round) => load(round.site.raw, round.clients, round.size, reads('', round, rawSuffix)),
    own: (round) => load(round.site.own, round.clients, round.size, reads('/v1', round, suffix)),
    check: async ({ client }, { sizeOf }) => {
      const id = `doc:${sizeOf(documents) - 1}`;
      const read = await client.call<AnsweredDocument>('GET', `${pathOf(namespace)}/documents/${id}${suffix}`);
      const answers = Object.values(read.answers).filter(({ status, p }) => status === 'fresh' && p >= 0 && p <= 1);
      if (read.id !== id || answers.length !== (namespace === answered ? judgments : 0))
        throw new Error(`the read answered ${JSON.stringify(read).slice(0, 300)}`);
    },
  });
}

/** @param keyOf makes the `Idempotency-Key` of a request, which the bare server does not look at */
function writing(name: string, atLeast: number, count: number, keyOf?: () => string): Case<StackSite> {
  const writes = (base: string, { number, sizeOf }: Round<StackSite>): ((n: number) => Shot) => {
    const path = `${base}${pathOf(plain)}/documents`;
    return (n) => ({ method: 'POST', path, body: batchBody(n, number, sizeOf(plainDocuments), count), key: keyOf?.() });
  };
  return comparison({
    name,
    goal: { atLeast },
    needs: [plainDocuments],
    size: underLoad,
    raw: (round) => load(round.site.raw, round.clients, round.size, writes('', round)),
    own: async (round) => {
      const { site, clients, size } = round;
      const charged = await chargedLoad(site.stack, () => load(site.own, clients, size, writes('/v1', round)));
      return { ...charged.result, more: cpuOfEach(charged) };
    },
    check: (site, { sizeOf }) => assertCount(site, plain, sizeOf(plainDocuments)),
  });
}

/** @throws Error when a namespace holds more or fewer documents, though only standing ones were written */
export async function assertCount({ client }: StackSite, namespace: string, documents: number): Promise<void> {
  const counted = await client.count(namespace);
  if (counted !== documents) throw new Error(`${namespace} holds ${counted} documents, not ${documents}`);
}

function queries(base: string, { number, sizeOf }: Round<StackSite>): () => Shot {
  const random = randomOf(number);
  const sellers = sellersOf(sizeOf(plainDocuments));
  return () => {
    const low = Math.floor(random() * 500);
    const body = JSON.stringify(queryBody(`s${Math.floor(random() * sellers)}`, low, low + 400));
    return { method: 'POST', path: `${base}${pathOf(plain)}/query`, body };
  };
}

function queryBody(seller: string, gte: number, lte: number): object {
  return {
    filter: { 'attributes.seller': seller, 'attributes.total': { gte, lte } },
    order_by: [{ path: 'attributes.total', direction: 'asc' }],
    limit: pageSize,
    include: ['attributes', 'state'],
  };
}
