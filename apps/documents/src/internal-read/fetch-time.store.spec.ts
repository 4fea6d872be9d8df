import type { FetchedDocuments } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { movedClock } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { anEntity, related } from '../testing/related';
import { FetchService, FetchTimes } from './fetch.service';
import { ReaderPool, SnapshotTimeOver } from '../document/pool/reader.pool';
import { RelatedService } from './related/related.service';

const org = 'org_fetch_time';
const ns = 'fetch/time';
const oneMs = 200;

/** With bounds that a lock passes soon. */
class ShortFetchService extends FetchService {
  protected override readonly times: FetchTimes = { severalMs: oneMs / 2, oneMs };
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

const fetch = async (ids: string[], leftMs?: number): Promise<FetchedDocuments> => {
  const spec = { theirs: 'attributes.account', mine: 'id', fields: ['state.text'], where: null, order_by: [] } as const;
  const specs = [{ ...spec, fields: [...spec.fields], order_by: [], last_n: 5, window: null }];
  const read = { jdg_mood: { relations: { messages: 0 } } };
  const query = { organization: org, namespace: ns, ids, judgments: ['jdg_mood'], specs, read };
  return JSON.parse(await fetches.fetch(query, leftMs === undefined ? undefined : { leftMs })) as FetchedDocuments;
};
const refused = async (work: Promise<unknown>): Promise<Problem> => {
  const fault: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(fault instanceof Problem)) throw new Error(`no problem: ${String(fault)}`);
  return fault;
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

it('says nothing of the documents when the call alone was too short', async () => {
  await locked(async () => expect((await refused(fetch(['a1'], 600))).code).toBe('unavailable'));
  expect((await refused(fetch(['a1'], 400))).code).toBe('unavailable');
});

it('bounds all statements of a snapshot together', async () => {
  let statements = 0;
  const endless = pool.runInSnapshot(400, async (from) => {
    for (;;) {
      await from.query('select pg_sleep(0.01)');
      statements += 1;
    }
  });
  await expect(endless).rejects.toBeInstanceOf(SnapshotTimeOver);
  expect(statements).toBeGreaterThan(0);
});
