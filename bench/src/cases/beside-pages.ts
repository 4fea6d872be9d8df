import { Ledger } from '../capacity/ledger';
import { Case, Preparation, Round, Size } from '../case/case';
import { Measure, milliseconds, perSecond } from '../case/figures';
import { LoadResult, Target, load } from '../load/load';
import { readPages } from '../load/pages';
import { randomOf } from '../load/documents';
import { Client, pathOf } from '../stack/client';
import { StackSite, unlimited } from '../stack/site';
import { plain, plainDocuments } from './documents';
import { inTurns } from './relations';

const large = 'bench/large';
const mib = 1024 * 1024;
/** Documents of one request, which holds 8 MiB at most. */
const together = 4;
const neighbours = 8;
const underPages: Size = { normal: 5, short: 0.4, option: 'seconds' };
const query = `/v1${pathOf(large)}/query`;

const readers = new WeakMap<StackSite, Target>();

/** Another organization, whose documents take pages of 8 MiB. */
const largeDocuments: Preparation<StackSite> = {
  name: 'documents of 1 MiB of another organization',
  size: { normal: 96, short: 12 },
  make: async (site, { size }) => {
    const { operate } = site.stack;
    await operate(['org', 'create', 'pages', '--plan', 'scale']);
    await operate(['limits', '--org', 'pages', ...unlimited]);
    const said = await operate(['keys', 'create', '--org', 'pages', '--role', 'read_write', '--scope', '*', '--json']);
    const { key } = JSON.parse(said.slice(said.indexOf('{'))) as { key: string };
    const target = { origin: site.own.origin, headers: { authorization: `Bearer ${key}` } };
    readers.set(site, target);
    const client = new Client(target);
    await client.call('POST', '/namespaces', { name: large });
    for (let n = 0; n < size; n += together) {
      const upsert = Array.from({ length: Math.min(together, size - n) }, (_, i) => largeDocument(n + i));
      await client.call('POST', `${pathOf(large)}/documents`, { upsert });
    }
  },
};

function largeDocument(n: number): object {
  return { id: `large${n}`, attributes: { n }, state: { text: `${n} `.padEnd(mib - 64, 'lorem ipsum ') } };
}

/** What one page costs, read by one client beside nobody. */
const onePage: Case<StackSite> = {
  name: 'attack: a page of 8 MiB, of a point read (CPU)',
  goal: null,
  needs: [plainDocuments, largeDocuments],
  size: underPages,
  round: async (round) => {
    const { site, size } = round;
    const ledger = await Ledger.open(site.stack);
    let pages = 0;
    const ended = after(size);
    const cost = await ledger.costOf(async () => {
      ({ pages } = await readPages(readers.get(site)!, 1, query, ended));
    });
    const of = (cpu: number): Measure => milliseconds((1000 * cpu) / pages);
    const measures = {
      documents: of(cost.of('documents')),
      gateway: of(cost.of('gateway')),
      Postgres: of(cost.postgres),
      NATS: of(cost.nats),
      pages: perSecond(pages / cost.seconds),
    };
    let reads: LoadResult | undefined;
    const read = await ledger.costOf(async () => (reads = await neighbour(round)));
    return { ratio: cost.cpu / pages / (read.cpu / (reads!.perSecond * read.seconds)), measures };
  },
};

/** How many point reads of one organization remain beside clients of another one that page through large documents. */
function besidePages(clients: number): Case<StackSite> {
  return {
    name: `attack: point read of 8 clients beside ${clients} that read pages of 8 MiB, of alone`,
    goal: { atLeast: 0.5 },
    needs: [plainDocuments, largeDocuments],
    size: underPages,
    round: async (round) => {
      let pages = 0;
      const beside = async (): Promise<LoadResult> => {
        const [reads, read] = await Promise.all([
          neighbour(round),
          readPages(readers.get(round.site)!, clients, query, after(round.size)),
        ]);
        pages = read.pages;
        return reads;
      };
      const [own, alone] = await inTurns(round.number, beside, () => neighbour(round));
      return {
        ratio: own.perSecond / alone.perSecond,
        measures: {
          raw: perSecond(alone.perSecond),
          'raw p99': milliseconds(alone.p99Ms),
          own: perSecond(own.perSecond),
          p50: milliseconds(own.p50Ms),
          p99: milliseconds(own.p99Ms),
          pages: { ...perSecond(pages / round.size), digits: 1 },
        },
      };
    },
  };
}

function neighbour({ site, size, sizeOf, number }: Round<StackSite>): Promise<LoadResult> {
  const random = randomOf(number);
  const path = `/v1${pathOf(plain)}/documents/doc:`;
  return load(site.own, neighbours, size, () => ({
    method: 'GET',
    path: `${path}${Math.floor(random() * sizeOf(plainDocuments))}?fresh=stored`,
  }));
}

function after(seconds: number): () => boolean {
  const endsAt = performance.now() + seconds * 1000;
  return () => performance.now() > endsAt;
}

export const attackCases: readonly Case<StackSite>[] = [onePage, besidePages(2), besidePages(8)];
