import { Case, Preparation, Round } from '../case/case';
import { comparison } from '../case/comparison';
import { milliseconds, perSecond } from '../case/figures';
import { documentOf, randomOf } from '../load/documents';
import { LoadResult, load } from '../load/load';
import { Client, pathOf, until } from '../stack/client';
import { loadDocuments } from '../stack/loading';
import { StackSite } from '../stack/site';
import { underLoad } from './documents';

const grouped = 'bench/grouped';
const ungrouped = 'bench/ungrouped';
const keyed = 'bench/keyed';
const group = '/groups/by_seller';
const aggregates = {
  orders: { aggregate: 'count' },
  total: { aggregate: 'sum', path: 'attributes.total' },
  mean: { aggregate: 'mean', path: 'attributes.total' },
};
const countedLimitS = 180;
const writesPerSecond = 160;
const lagGoalMs = 2000;
const sampleMs = 50;
const pageGoalMs = 10;
const pageKeys = 100;

interface GroupReply {
  status: string;
  as_of: string | null;
  values: { key: string; documents: number }[];
  next_cursor: string | null;
}

function groupOf(client: Client, namespace: string, query: string): Promise<GroupReply> {
  return client.call('GET', `${pathOf(namespace)}${group}?${query}`);
}

/** Waits until the group counts everything that was answered before. */
async function untilCounted(client: Client, namespace: string): Promise<void> {
  const sinceMs = Date.now();
  const isCounted = async (): Promise<boolean> => {
    const { status, as_of: at } = await groupOf(client, namespace, 'limit=1');
    return status === 'ready' && at !== null && Date.parse(at) >= sinceMs;
  };
  await until(isCounted, countedLimitS, sampleMs);
}

/** The cursors behind each page of a group, and how many documents all its keys have. */
async function walk(client: Client, namespace: string): Promise<{ cursors: string[]; documents: number }> {
  const cursors: string[] = [];
  let documents = 0;
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: GroupReply = await groupOf(client, namespace, `limit=${pageKeys}${cursor && `&cursor=${cursor}`}`);
    documents += page.values.reduce((sum, value) => sum + value.documents, 0);
    cursor = page.next_cursor;
    if (cursor !== null) cursors.push(cursor);
  }
  return { cursors, documents };
}

async function assertCounted({ client }: StackSite, namespace: string, expected: number): Promise<void> {
  await untilCounted(client, namespace);
  const { documents } = await walk(client, namespace);
  if (documents !== expected) throw new Error(`the group counts ${documents} documents of ${expected}`);
}

/** The same documents in two namespaces, of which one has a group. */
const groupedDocuments: Preparation<StackSite> = {
  name: 'documents with a group, and without',
  size: { normal: 5000, short: 200 },
  make: async ({ client }, { size }) => {
    for (const namespace of [grouped, ungrouped]) {
      await client.call('POST', '/namespaces', { name: namespace });
      await loadDocuments(client, namespace, size);
    }
    await client.call('PUT', `${pathOf(grouped)}${group}`, { key: 'attributes.seller', aggregates });
    await untilCounted(client, grouped);
  },
};

/** Each document has a key of its own, as many as a group has rows for. */
const keyedDocuments: Preparation<StackSite> = {
  name: 'documents with a key each',
  size: { normal: 10_000, short: 200 },
  make: async ({ client }, { size }) => {
    await client.call('POST', '/namespaces', { name: keyed });
    await client.call('PUT', `${pathOf(keyed)}${group}`, { key: 'attributes.seller', aggregates });
    await loadDocuments(client, keyed, size, (i) => {
      const { id, attributes, state } = documentOf(i);
      return { id, attributes: { ...attributes, seller: `seller ${i}` }, state };
    });
    await untilCounted(client, keyed);
  },
};

/** What groups cost a write, how far they are behind, and what a page of one costs. */
export const groupCases: readonly Case<StackSite>[] = [
  comparison({
    name: 'single upsert that a group of 3 aggregates counts, against no group',
    goal: { atLeast: 0.8 },
    needs: [groupedDocuments],
    size: underLoad,
    raw: (round) => upserts(ungrouped, round),
    own: async (round) => {
      const result = await upserts(grouped, round);
      // What is still to be counted would slow down the other side.
      await untilCounted(round.site.client, grouped);
      return result;
    },
    check: (site, { sizeOf }) => assertCounted(site, grouped, sizeOf(groupedDocuments)),
  }),
  {
    name: `lag of a group at ${writesPerSecond} writes a second (p99), against ${lagGoalMs / 1000} s`,
    goal: { below: 1 },
    needs: [groupedDocuments],
    size: { normal: 20, short: 2 },
    maxRounds: 3,
    round: async ({ site: { client }, size, number, sizeOf }) => {
      const endsMs = performance.now() + size * 1000;
      const [written, lags] = await Promise.all([
        writeAtPace(client, sizeOf(groupedDocuments), number, endsMs),
        sampleLag(client, endsMs),
      ]);
      const p99Ms = at(lags, 0.99);
      const measures = {
        written: perSecond(written / size),
        p50: milliseconds(at(lags, 0.5)),
        p99: milliseconds(p99Ms),
      };
      return { ratio: p99Ms / lagGoalMs, measures };
    },
    check: (site, { sizeOf }) => assertCounted(site, grouped, sizeOf(groupedDocuments)),
  },
  {
    name: `page of ${pageKeys} keys of a group of 10,000, one client (p50), against ${pageGoalMs} ms`,
    goal: { below: 1 },
    needs: [keyedDocuments],
    size: underLoad,
    round: async ({ site, size, number }) => {
      const { cursors } = await walk(site.client, keyed);
      const random = randomOf(number);
      const path = `/v1${pathOf(keyed)}${group}?limit=${pageKeys}&cursor=`;
      const shot = () => ({ method: 'GET' as const, path: `${path}${cursors[Math.floor(random() * cursors.length)]}` });
      const { perSecond: pages, p50Ms, p99Ms } = await load(site.own, 1, size, shot);
      const measures = { own: perSecond(pages), p50: milliseconds(p50Ms), p99: milliseconds(p99Ms) };
      return { ratio: p50Ms / pageGoalMs, measures };
    },
    check: (site, { sizeOf }) => assertCounted(site, keyed, sizeOf(keyedDocuments)),
  },
];

function upserts(namespace: string, { site, clients, size, number, sizeOf }: Round<StackSite>): Promise<LoadResult> {
  const among = sizeOf(groupedDocuments);
  return load(site.own, clients, size, (n) => ({
    method: 'POST',
    path: `/v1${pathOf(namespace)}/documents`,
    body: JSON.stringify({ upsert: [documentOf((n * 31 + number * 7) % among, number * 1e6 + n + 1)] }),
  }));
}

/** @returns how many documents were written until the end */
async function writeAtPace(client: Client, among: number, round: number, endsMs: number): Promise<number> {
  const startMs = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let n = 0; performance.now() < endsMs; n++) {
    const upsert = [documentOf((n * 31) % among, (round + 100) * 1e6 + n + 1)];
    sent.push(client.call('POST', `${pathOf(grouped)}/documents`, { upsert }));
    const dueMs = startMs + (1000 * (n + 1)) / writesPerSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
  }
  await Promise.all(sent);
  return sent.length;
}

/** How far the group is behind, in milliseconds, ascending. */
async function sampleLag(client: Client, endsMs: number): Promise<number[]> {
  const lags: number[] = [];
  while (performance.now() < endsMs) {
    const { as_of: at } = await groupOf(client, grouped, 'limit=1');
    // At least one: a ratio of 0 would be no figure.
    lags.push(Math.max(1, Date.now() - Date.parse(at ?? '')));
    await new Promise((resolve) => setTimeout(resolve, sampleMs));
  }
  return lags.sort((a, b) => a - b);
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
