import type { DocumentChanged, DocumentWritten } from '@app/contracts/documents';
import { Call } from '@app/bus';
import { armKillPoints } from '@app/persistence';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { maxBatchWrites } from './batch';

let harness: DocumentsHarness;
const org = 'org_group';
let ns: string;
let turn = 0;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());
beforeEach(async () => {
  ns = `g/${++turn}`;
  await put('made', 0);
});
afterEach(() => armKillPoints(() => undefined));

const upsert = (id: string, n: unknown) => ({ upsert: [{ id, attributes: { n: String(n) }, state: { n } }] });
const put = (id: string, n: unknown, effectId?: string) => harness.write(org, ns, upsert(id, n), effectId);
const versionOf = (written: DocumentWritten): number => written.documents[0].version;

/** By document id, `n` of its state. */
async function stored(): Promise<Record<string, unknown>> {
  const { rows } = await harness.database.query<{ id: string; n: unknown }>(
    `select d.id, d.state -> 'n' as n from document d join namespace s on s.id = d.namespace_id
     where s.name = $1 and d.id <> 'made' order by d.id`,
    [ns],
  );
  return Object.fromEntries(rows.map(({ id, n }) => [id, n]));
}

/** How many transactions wrote the documents as they are. */
async function transactions(ids: readonly string[]): Promise<number> {
  const { rows } = await harness.database.query<{ count: number }>(
    `select count(distinct d.xmin::text)::int from document d join namespace s on s.id = d.namespace_id
     where s.name = $1 and d.id = any($2::text[])`,
    [ns, ids],
  );
  return rows[0].count;
}

/** Runs `work` once, when a process reaches the point. */
function once(point: string, work: () => Promise<unknown>): void {
  let isDone = false;
  armKillPoints(async (name) => {
    if (name !== point || isDone) return;
    isDone = true;
    await work();
  });
}

function settled(writes: Promise<unknown>[]): Promise<unknown[]> {
  return Promise.all(
    writes.map((write) =>
      write.then(
        () => 'ok',
        (error: { code?: string }) => error.code ?? error,
      ),
    ),
  );
}

const letters = ['a', 'b', 'c', 'd'];

describe('writes that arrive together', () => {
  it('are one commit with one fact, each with its own reply [DOC-13]', async () => {
    await harness.putJudgment(org, ns, 'all', { read_paths: ['state.n'] });
    const replies = await Promise.all(letters.map((id, n) => put(id, n)));
    expect(await stored()).toEqual({ a: 0, b: 1, c: 2, d: 3 });
    expect(await transactions(letters)).toBe(1);
    const facts = await harness.published<DocumentChanged>(org, 'documents.document.changed.live.v1');
    const [fact, ...others] = facts.filter(({ namespace }) => namespace === ns);
    expect(others).toEqual([]);
    expect(fact.documents).toEqual(letters.map((id, n) => ({ id, version: versionOf(replies[n]), set: 0 })));
    const { documents } = await harness.read(org, ns, letters);
    expect(documents.map(({ version }) => version)).toEqual(replies.map(versionOf));
    expect(new Set(documents.map(({ updated_at }) => updated_at)).size).toBe(1);
  });

  it('make their namespace together, and patch, append to and delete documents of it', async () => {
    ns = `g/new/${turn}`;
    await Promise.all(letters.map((id, n) => put(id, n)));
    const [replaced, patched, appended, deleted] = await Promise.all([
      put('a', 'replaced'),
      harness.write(org, ns, { patch: [{ id: 'b', attributes: { n: null, m: ['x', 'y'] }, state: { n: 'patched' } }] }),
      harness.write(org, ns, { append: [{ id: 'c', path: 'state.list', values: [1] }] }),
      harness.write(org, ns, { delete: [{ id: 'd' }] }),
    ]);
    expect([replaced, patched, appended, deleted]).toMatchObject([
      { upserted: 1 },
      { patched: 1 },
      { appended: 1 },
      { deleted: 1, documents: [] },
    ]);
    expect(await transactions(['a', 'b', 'c'])).toBe(1);
    expect(await stored()).toEqual({ a: 'replaced', b: 'patched', c: 2 });
    const { rows } = await harness.database.query<{ row: string }>(
      `select a.document_id || ' ' || a.name as row from attribute a join namespace s on s.id = a.namespace_id
       where s.name = $1 order by 1`,
      [ns],
    );
    expect(rows.map(({ row }) => row)).toEqual(['a n', 'b m', 'b m', 'c n']);
  });

  it('are bounded in number', async () => {
    const ids = Array.from({ length: maxBatchWrites + 1 }, (_, n) => `many${n}`);
    await Promise.all(ids.map((id) => put(id, 1)));
    expect(await transactions(ids)).toBe(2);
  });

  it('get their own refusals, and those that are in order are stored together', async () => {
    await put('a', 1);
    const outcomes = await settled([
      harness.write(org, ns, { upsert: [{ id: 'a', if_version: 0 }] }),
      harness.write(org, ns, { patch: [{ id: 'absent', state: { n: 1 } }] }),
      harness.write(org, ns, { append: [{ id: 'made', path: 'state.n', values: [1] }] }),
      put('b', 2),
      harness.write(org, ns, { ...upsert('c', 3), condition: { 'attributes.n': 'x' } }),
      harness.write(org, ns, { upsert: [{ id: 'd', state: { text: 'x'.repeat(1_100_000) } }] }),
    ]);
    expect(outcomes).toEqual(['conflict', 'not_found', 'invalid_request', 'ok', 'ok', 'too_large']);
    expect(await stored()).toEqual({ a: 1, b: 2, c: 3 });
    expect(await transactions(['b', 'c'])).toBe(1);
  });

  it('of one document follow each other, each on what the one before it left [DOC-06]', async () => {
    const append = (n: number) =>
      harness.write(
        org,
        ns,
        { append: [{ id: 'made', path: 'state.list', values: [n] }] },
        n % 2 ? `clm_l${n}` : undefined,
      );
    await Promise.all([0, 1, 2, 3].map(append));
    const { documents } = await harness.read(org, ns, ['made']);
    expect(documents[0].state).toMatchObject({ list: [0, 1, 2, 3] });
    const { version } = documents[0];
    const raced = [1, 2].map((n) =>
      harness.write(org, ns, { upsert: [{ id: 'made', state: { n }, if_version: version }] }),
    );
    expect(await settled(raced)).toEqual(['ok', 'conflict']);
  });

  it('are stored without one that the database refuses, and that one gets its error', async () => {
    const poisoned = harness.write(org, ns, { upsert: [{ id: 'poison', state: { n: 'a\u0000b' } }] });
    const outcomes = await settled([put('a', 1), poisoned, put('b', 2, 'clm_poisoned')]);
    expect(outcomes).toEqual(['ok', '22P05', 'ok']);
    expect(await stored()).toEqual({ a: 1, b: 2 });
  });

  it('are stored when another process changes one of the documents, or makes it, before their commit [DOC-14]', async () => {
    await Promise.all([put('a', 0), put('b', 0)]);
    const other = harness.another();
    for (const id of ['a', 'new']) {
      once('documents.write.before-commit', () => other.write(org, ns, upsert(id, 'first')));
      const append = { append: [{ id: 'a', path: 'state.log', values: [id] }] };
      await Promise.all([id === 'a' ? harness.write(org, ns, append) : put(id, 'last'), put('b', id)]);
    }
    expect(await stored()).toEqual({ a: 'first', b: 'new', new: 'last' });
    const { documents } = await harness.read(org, ns, ['a']);
    expect(documents[0].state).toMatchObject({ n: 'first', log: ['a'] });
  });

  it('do not wait for a lock that one of them waits for', async () => {
    await Promise.all([put('held', 0), put('a', 0)]);
    let held: Promise<unknown> = Promise.resolve();
    await harness.database.transaction('spec', async (tx) => {
      await tx.query(`select from document where id = 'held' for update`);
      held = put('held', 1);
      await Promise.all([put('a', 1), put('b', 1, 'clm_unheld')]);
      expect(await stored()).toEqual({ held: 0, a: 1, b: 1 });
    });
    await held;
    expect(await stored()).toEqual({ held: 1, a: 1, b: 1 });
  });

  it('are written alone when their documents hold more than a group may [defect S-H1]', async () => {
    const ids = ['h1', 'h2', 'h3', 'h4'];
    const large = { text: 'x'.repeat(900_000) };
    const replies = await Promise.all(ids.map((id) => harness.write(org, ns, { upsert: [{ id, state: large }] })));
    expect(replies.map(({ upserted }) => upserted)).toEqual([1, 1, 1, 1]);
    await Promise.all(ids.map((id) => harness.write(org, ns, { patch: [{ id, state: { n: id } }] })));
    expect(await stored()).toEqual({ h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h4' });
  });

  it('cannot pass a quota together that each alone may not pass [BILL-11]', async () => {
    const small = 'org_group_quota';
    const measured = async (documents: number) => {
      while (await harness.meter.turn());
      const process = harness.another();
      process.neighbours.quotas = [{ plan: 'developer', namespaces: null, documents, gib: null }];
      return (write: object) => process.writes.write('q', write, process.call(small, undefined, 'developer'));
    };
    const first = await measured(10);
    await first({ upsert: [{ id: '1' }, { id: '2' }] });
    const write = await measured(4);
    const outcomes = await settled([
      write({ upsert: [{ id: '3' }] }),
      write({ upsert: [{ id: '4' }] }),
      write({ upsert: [{ id: '5' }] }),
      write({ upsert: [{ id: '1', state: { text: 'replaced' } }] }),
      write({ delete: [{ id: '2' }] }),
    ]);
    expect(outcomes).toEqual(['ok', 'ok', 'plan_required', 'ok', 'ok']);
  });
});

describe('a write whose time has passed', () => {
  const late = (id: string, effectId?: string): Promise<string> =>
    harness.writes.write(ns, upsert(id, 'late'), callWithin(-1, effectId));
  const callWithin = (ms: number, effectId?: string): Call => {
    const { caller, deadlineAtMs } = harness.call(org);
    return new Call(deadlineAtMs, caller, effectId, Date.now() + ms);
  };

  it('is not stored with its group', async () => {
    const outcomes = await settled([late('a'), put('b', 1), late('c', 'clm_late'), put('d', 1, 'clm_in_time')]);
    expect(outcomes).toEqual(['unavailable', 'ok', 'unavailable', 'ok']);
    expect(await stored()).toEqual({ b: 1, d: 1 });
    expect(await transactions(['b', 'd'])).toBe(1);
  });

  it('takes nobody with it when its time passes within the commit', async () => {
    let isLate = false;
    const slow = callWithin(0, 'clm_slow');
    Object.defineProperty(slow, 'toBeginMs', { get: () => (isLate ? -1 : 20_000) });
    once('documents.write.before-commit', async () => void (isLate = true));
    const outcomes = await settled([put('a', 1), harness.writes.write(ns, upsert('b', 1), slow)]);
    expect(outcomes).toEqual(['ok', 'unavailable']);
    expect(await stored()).toEqual({ a: 1 });
  });
});

describe('keyed writes of a group', () => {
  const keyed = (id: string) =>
    harness.write(org, ns, { append: [{ id, path: 'state.log', values: [id] }] }, `clm_${ns}_${id}`);
  const logs = async (ids: string[]): Promise<unknown[]> =>
    (await harness.read(org, ns, ids)).documents.map(({ state }) => (state as { log?: unknown }).log);

  beforeEach(() => Promise.all(letters.map((id) => put(id, 0))));

  it('commit together with it, and each gives its reply again [IDEM-01]', async () => {
    const unchanged = () => put('d', 0, `clm_${ns}_same`);
    const first = await Promise.all([keyed('a'), keyed('b'), put('c', 1), unchanged()]);
    expect(await transactions(['a', 'b', 'c'])).toBe(1);
    expect(first[3]).toMatchObject({ unchanged: 1 });
    await Promise.all(letters.map((id) => harness.write(org, ns, { patch: [{ id, state: { log: null, n: 2 } }] })));
    const again = await Promise.all([keyed('a'), put('c', 3), keyed('b'), unchanged()]);
    expect([again[0], again[2], again[3]]).toEqual([first[0], first[1], first[3]]);
    expect(await stored()).toEqual({ a: 2, b: 2, c: 3, d: 2 });
    expect(await logs(['a', 'b'])).toEqual([undefined, undefined]);
  });

  it('give their reply again when they would be refused now', async () => {
    const make = () => harness.write(org, ns, { upsert: [{ id: 'e', if_version: 0 }] }, `clm_${ns}_make`);
    const first = await make();
    expect(await Promise.all([make(), put('a', 1)])).toMatchObject([first, { upserted: 1 }]);
  });

  it('are stored or not as one when the process dies beside the commit [IDEM-01]', async () => {
    const dies = () => Promise.reject(new Error('dies'));
    once('documents.write.before-commit', dies);
    expect(await settled([keyed('a'), keyed('b')])).toEqual([new Error('dies'), new Error('dies')]);
    expect(await logs(['a', 'b'])).toEqual([undefined, undefined]);
    once('documents.write.after-commit', dies);
    const after = await Promise.all([keyed('a'), keyed('b')]);
    expect(await Promise.all([keyed('a'), keyed('b')])).toEqual(after);
    expect(await logs(['a', 'b'])).toEqual([['a'], ['b']]);
  });

  it('are refused when the connection is lost, and a retry takes effect once [IDEM-09]', async () => {
    once('documents.write.before-commit', () =>
      harness.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where state = 'idle in transaction' and datname = current_database() and query like 'insert into effect%'`,
      ),
    );
    expect(await settled([keyed('a'), keyed('b'), put('c', 1)])).toEqual(Array(3).fill('unavailable'));
    expect(await stored()).toMatchObject({ c: 0 });
    await Promise.all([keyed('a'), keyed('b')]);
    expect(await logs(['a', 'b'])).toEqual([['a'], ['b']]);
  });
});
