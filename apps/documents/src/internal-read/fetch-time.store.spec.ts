import type { FetchedDocuments } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { Client } from 'pg';
import { movedClock } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { anEntity, related } from '../testing/related';
import { FetchService, FetchTimes } from './fetch.service';
import { ReaderPool, SnapshotTimeOver } from '../document/pool/reader.pool';
import type { CallTime } from '../document/pool/scan.pool';
import { RelatedService } from './related/related.service';

const org = 'org_fetch_time';
const ns = 'fetch/time';
const oneMs = 200;
const busyMs = 1_000;

/** With bounds that a lock passes soon. */
class ShortFetchService extends FetchService {
  protected override readonly times: FetchTimes = { severalMs: oneMs / 2, oneMs, busyMs };
}

let harness: DocumentsHarness;
let pool: ReaderPool;
let fetches: FetchService;
beforeAll(async () => {
  harness = await openDocuments(8);
  pool = new ReaderPool({ readerPoolSize: 1 }, harness.database);
  await pool.onModuleInit();
  fetches = new ShortFetchService(movedClock, pool, harness.snapshots, new RelatedService());
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  await harness.write(org, ns, {
    upsert: [{ id: 'a1' }, { id: 'a2' }, { id: 'm1', attributes: { account: 'a1' }, state: { text: 'hello' } }],
  });
}, 60_000);
afterAll(async () => {
  await pool.onApplicationShutdown();
  await harness.close();
});

const fetch = async (ids: string[], call?: CallTime): Promise<FetchedDocuments> => {
  const spec = { theirs: 'attributes.account', mine: 'id', fields: ['state.text'], where: null, order_by: [] } as const;
  const specs = [{ ...spec, fields: [...spec.fields], order_by: [], last_n: 5, window: null }];
  const read = { jdg_mood: { relations: { messages: 0 } } };
  const query = { organization: org, namespace: ns, ids, judgments: ['jdg_mood'], specs, read };
  return JSON.parse(await fetches.fetch(query, call)) as FetchedDocuments;
};
const refused = async (work: Promise<unknown>): Promise<Problem> => {
  const fault: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(fault instanceof Problem)) throw new Error(`no problem: ${String(fault)}`);
  return fault;
};
/** While somebody else holds the only connection of fetches. @param ms for so long at least */
const held = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  const holder = pool.query('select pg_sleep($1)', [ms / 1000]);
  const [result] = await Promise.all([work(), holder]);
  return result;
};
/** While nobody can read the attributes that relations join by. */
const locked = <T>(work: () => Promise<T>): Promise<T> =>
  harness.database.transaction('spec', async (tx) => {
    await tx.query('lock table attribute, link in access exclusive mode');
    return work();
  });

it('refuses what takes too long to read by the number of its documents, so that fewer are read [REL-01]', async () => {
  await locked(async () => {
    const several = await refused(fetch(['a1', 'a2']));
    expect([several.code, several.message]).toEqual([
      'too_large',
      'Reading what is related to 2 documents took longer than 0.1 s; read fewer of them at once.',
    ]);
    const one = await refused(fetch(['a1']));
    expect([one.code, one.message]).toEqual([
      'too_large',
      'Reading what is related to the document took longer than 0.2 s; narrow its relations by `where` or `window`.',
    ]);
  });
  // The connection is as it was.
  const { documents } = await fetch(['a1', 'a2']);
  expect(documents.map(({ id, related: items }) => [id, items!.jdg_mood.messages.items.length])).toEqual([
    ...[
      ['a1', 1],
      ['a2', 0],
    ],
  ]);
  const { rows } = await pool.query<{ statement_timeout: string }>('show statement_timeout');
  expect(rows[0].statement_timeout).toBe('30s');
});

it('bounds the statement that reads what several judged documents point at', async () => {
  const pointer = {
    theirs: 'id',
    mine: 'attributes.account',
    fields: ['state.text'],
    where: null,
    window: null,
  } as const;
  const specs = [{ ...pointer, fields: [...pointer.fields], order_by: [], last_n: 5 }];
  const read = { jdg_mood: { relations: { account: 0 } } };
  const pointing = (ids: string[]) =>
    fetches.fetch({ organization: org, namespace: ns, ids, judgments: ['jdg_mood'], specs, read });
  const { query } = Client.prototype;
  const slow = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const [config, ...others] = args as [{ text?: string }, ...unknown[]];
    const isOfTargets = config.text?.includes('k(id, no)') ?? false;
    const text = `select t.* from (select pg_sleep(0.4) offset 0) slept, (${config.text}) t`;
    return Reflect.apply(query, this, [isOfTargets ? { ...config, text } : config, ...others]) as never;
  });
  try {
    expect((await refused(pointing(['m1', 'a1']))).message).toContain('2 documents took longer than 0.1 s; read fewer');
    expect((await refused(pointing(['m1']))).message).toContain('the document took longer than 0.2 s; narrow its');
  } finally {
    slow.mockRestore();
  }
  expect(JSON.parse(await pointing(['m1', 'a1']))).toMatchObject({ documents: [{}, {}], shared: [{ id: 'a1' }] });
});

it('says nothing of the documents when the call alone was too short', async () => {
  await locked(async () => expect((await refused(fetch(['a1'], { leftMs: 600 }))).code).toBe('unavailable'));
  expect((await refused(fetch(['a1'], { leftMs: 400 }))).code).toBe('unavailable');
});

it('says nothing of a document when it waited for a connection or the time went elsewhere [REL-F10]', async () => {
  const busy = { code: 'unavailable', retryAfterS: 1, message: expect.stringContaining('too busy') };
  await locked(async () => {
    expect(await held(busyMs + 100, () => refused(fetch(['a1'])))).toMatchObject(busy);
    expect(await refused(fetch(['a1']))).toMatchObject({ code: 'too_large' });
  });
  const elsewhere = jest.spyOn(RelatedService.prototype, 'read').mockImplementationOnce(async (from) => {
    await new Promise((resolve) => setTimeout(resolve, oneMs + 300));
    await from.query('select pg_sleep(1)');
    throw new Error('the time is not over');
  });
  expect(await refused(fetch(['a1']))).toMatchObject(busy);
  elsewhere.mockRestore();
});

it('waits for a connection no longer than its call, and says so [REL-F10]', async () => {
  const endsAtMs = performance.now() + 700;
  const call = {
    get leftMs() {
      return endsAtMs - performance.now();
    },
  };
  const refusal = await held(800, () => refused(fetch(['a1'], call)));
  expect(refusal).toMatchObject({ code: 'unavailable', retryAfterS: 1 });
});

it('bounds all statements of a snapshot together', async () => {
  let statements = 0;
  const endless = pool.runInSnapshot(
    () => 400,
    async (from) => {
      for (;;) {
        await from.query('select pg_sleep(0.01)');
        statements += 1;
      }
    },
  );
  await expect(endless).rejects.toBeInstanceOf(SnapshotTimeOver);
  expect(statements).toBeGreaterThan(0);
});
