import { attributeKeys, elementTag, scalarKey } from '@app/filter';
import { armKillPoints } from '@app/persistence';
import { setClock, testEnvironment } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';

const org = 'org_pairs';
const dayMs = 86_400_000;
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(8);
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

async function idOf(ns: string): Promise<string> {
  return (await harness.database.query<{ id: string }>('select id from namespace where name = $1', [ns])).rows[0].id;
}
const want = async (ns: string, equal: string, ordered: string) =>
  harness.pairs.noteMissed({ organization: org, namespaceId: await idOf(ns), equal, ordered }, 2_000);
async function make(ns: string, equal = 'seller', ordered = 'total'): Promise<void> {
  await want(ns, equal, ordered);
  await harness.pairs.keep();
}
async function work(): Promise<void> {
  for (let turns = 0; await harness.pairWalks.turn(); turns++) {
    if (turns > 100) throw new Error('the walk does not end');
  }
}

interface Kept {
  equal: string;
  ordered: string;
  state: string;
}
async function kept(ns: string): Promise<Kept[]> {
  const { rows } = await harness.database.query<Kept>(
    `select equal_name as equal, ordered_name as ordered, state from pair_index where namespace_id = $1 order by id`,
    [await idOf(ns)],
  );
  return rows;
}

function scalarKeyOf(value: unknown): string | undefined {
  return attributeKeys(value)
    .find(([tag]) => tag < elementTag)
    ?.toString('hex');
}

/** The rows that the documents' attributes ask for, and those that are stored. */
async function both(ns: string, equal = 'seller', ordered = 'total'): Promise<[string[], string[]]> {
  const namespaceId = await idOf(ns);
  const documents = await harness.database.query<{ id: string; attributes: Record<string, unknown> }>(
    'select id, attributes from document where namespace_id = $1',
    [namespaceId],
  );
  const expected = documents.rows.flatMap(({ id, attributes }) => {
    const key = scalarKeyOf(attributes[equal]);
    return key === undefined ? [] : [`${key} ${scalarKeyOf(attributes[ordered]) ?? ''} ${id}`];
  });
  const { rows } = await harness.database.query<{ one: string }>(
    `select encode(p.equal_key, 'hex') || ' ' || encode(p.key, 'hex') || ' ' || p.document_id as one
     from attribute_pair p join pair_index i on i.id = p.pair
     where p.namespace_id = $1 and i.equal_name = $2 and i.ordered_name = $3`,
    [namespaceId, equal, ordered],
  );
  return [expected.sort(), rows.map(({ one }) => one).sort()];
}
async function expectComplete(ns: string, equal = 'seller', ordered = 'total'): Promise<string[]> {
  const [expected, found] = await both(ns, equal, ordered);
  expect(found).toEqual(expected);
  return found;
}

const values = [1, 2, 'a', true, null, ['a', 'b'], undefined] as const;
const attributesOf = (n: number) =>
  JSON.parse(JSON.stringify({ seller: values[n % 7], total: values[(n * 3 + (n >> 3)) % 7], other: n })) as object;
const upsertOf = (ids: string[], from = 0) => ({
  upsert: ids.map((id, n) => ({ id, attributes: attributesOf(n + from) })),
});

it('fills a pair while documents move, come and go, and goes on after a kill', async () => {
  const ns = 'pairs/filled';
  const ids = Array.from({ length: 2_200 }, (_, n) => `m${String(n).padStart(4, '0')}`);
  for (let at = 0; at < ids.length; at += 550) await harness.write(org, ns, upsertOf(ids.slice(at, at + 550)));
  await make(ns);
  let isFilling = true;
  const writer = (async () => {
    for (let n = 0; isFilling || n < 40; n++) {
      const id = ids[(n * 613) % ids.length];
      if (n % 5 === 0) await harness.write(org, ns, { delete: [{ id }] });
      else if (n % 5 === 1) await harness.write(org, ns, upsertOf([`${id}x${n}`, `a${n}`], n));
      else await harness.write(org, ns, { upsert: [{ id, attributes: attributesOf(n + 1) }] } as never);
    }
  })();
  armKillPoints((name) => {
    if (name !== 'documents.pair.before-commit') return;
    armKillPoints(() => undefined);
    throw new Error('killed');
  });
  await expect(work()).rejects.toThrow('killed');
  await harness.database.query('update pair_index set lease_until = null');
  await work();
  isFilling = false;
  await writer;
  expect(await kept(ns)).toEqual([{ equal: 'seller', ordered: 'total', state: 'ready' }]);
  expect((await expectComplete(ns)).length).toBeGreaterThan(800);
}, 60_000);

it('is not made before every write that does not keep its rows has committed', async () => {
  const ns = 'pairs/under-way';
  await harness.write(org, ns, upsertOf(['m1', 'm2']));
  let commit: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (commit = resolve));
  let isWritten: () => void = () => undefined;
  const written = new Promise<void>((resolve) => (isWritten = resolve));
  // A document that the walk cannot see, and that comes before those it has passed.
  const write = harness.database.transaction('spec', async (tx) => {
    await harness.lockedWrites.writeWithin(tx, { organization: org, namespace: ns }, upsertOf(['a1']) as never, 'live');
    isWritten();
    await held;
  });
  await written;
  const making = make(ns);
  await new Promise((resolve) => setTimeout(resolve, 150));
  await work();
  commit();
  await write;
  await making;
  await work();
  expect(await kept(ns)).toEqual([{ equal: 'seller', ordered: 'total', state: 'ready' }]);
  expect(await expectComplete(ns)).toHaveLength(3);
});

it('lets writes through after a second of waiting for the lock, and is made when queries want it again', async () => {
  const ns = 'pairs/held';
  await harness.write(org, ns, upsertOf(['m1']));
  await harness.database.transaction('spec', async (tx) => {
    await harness.lockedWrites.writeWithin(tx, { organization: org, namespace: ns }, upsertOf(['m2']) as never, 'live');
    await make(ns);
    expect(await kept(ns)).toEqual([]);
  });
  await make(ns);
  expect(await kept(ns)).toHaveLength(1);
});

it('keeps at most four pairs of a namespace, and drops those that no query has read for a week', async () => {
  const ns = 'pairs/four';
  await harness.write(org, ns, upsertOf(['m1', 'm2', 'm3']));
  for (const ordered of ['a', 'b', 'total', 'd', 'e', 'f']) await want(ns, 'seller', ordered);
  await harness.pairs.keep();
  await work();
  expect((await kept(ns)).map(({ ordered }) => ordered)).toEqual(['a', 'b', 'total', 'd']);
  await make(ns, 'seller', 'e');
  expect(await kept(ns)).toHaveLength(4);
  const { adminUrl } = testEnvironment();
  const read = await harness.pairs.find(await idOf(ns), { equal: 'seller', ordered: 'total' });
  expect(read).toMatchObject({ ready: true });
  try {
    await setClock(adminUrl, 6 * dayMs);
    harness.pairs.noteUsed(read!.id);
    await harness.pairs.keep();
    expect(await kept(ns)).toHaveLength(4);
    await setClock(adminUrl, 8 * dayMs);
    await harness.pairs.keep();
  } finally {
    await setClock(adminUrl, 0);
  }
  const states = (await kept(ns)).map(({ ordered, state }) => `${ordered} ${state}`);
  expect(states).toEqual(['a dropping', 'b dropping', 'total ready', 'd dropping']);
  await harness.write(org, ns, { upsert: [{ id: 'm2', attributes: { seller: 9, total: 9, a: 9 } }] });
  await work();
  expect(await kept(ns)).toEqual([{ equal: 'seller', ordered: 'total', state: 'ready' }]);
  await expectComplete(ns);
  const { rows } = await harness.database.query<{ n: string }>(
    'select count(*) as n from attribute_pair where namespace_id = $1 and pair <> $2',
    [await idOf(ns), read!.id],
  );
  expect(rows[0].n).toBe('0');
});

it('loses a pair that it fills once the pair is to be dropped', async () => {
  const ns = 'pairs/lost';
  await harness.write(org, ns, upsertOf(['m1']));
  await make(ns);
  armKillPoints((name) => {
    if (name !== 'documents.pair.before-commit') return;
    armKillPoints(() => undefined);
    throw new Error('killed');
  });
  await expect(work()).rejects.toThrow('killed');
  // The process that was killed had claimed it; another one drops it, since its namespace is gone for a moment.
  await harness.database.query(`update pair_index set namespace_id = -1 where namespace_id = $1`, [await idOf(ns)]);
  await harness.another().pairs.keep();
  const { rows } = await harness.database.query<{ state: string; lease_until: Date | null; attempts: number }>(
    'select state, lease_until, attempts from pair_index where namespace_id = -1',
  );
  expect(rows).toEqual([{ state: 'dropping', lease_until: null, attempts: 2 }]);
  await work();
  expect((await harness.database.query('select from pair_index where namespace_id = -1')).rowCount).toBe(0);
});

it.each(['this build', 'a build that knows no pairs'])('goes with its namespace when %s deletes it', async (who) => {
  const ns = `pairs/gone-${who.length}`;
  await harness.write(org, ns, upsertOf(['m1', 'm2', 'm3']));
  await make(ns);
  await work();
  const id = await idOf(ns);
  const rowsLeft = async () => {
    const { rows } = await harness.database.query<{ n: string; pairs: string }>(
      `select (select count(*) from attribute_pair where namespace_id = $1) as n,
         (select count(*) from pair_index where namespace_id = $1) as pairs`,
      [id],
    );
    return rows[0];
  };
  expect(await rowsLeft()).toEqual({ n: '3', pairs: '1' });
  if (who === 'this build') {
    const { body } = await harness.deletions.begin(ns, harness.call(org, `del_${id}`));
    await harness.finish(org, (JSON.parse(body) as { id: string }).id);
  } else {
    for (const table of ['document', 'attribute']) {
      await harness.database.query(`delete from ${table} where namespace_id = $1`, [id]);
    }
    await harness.database.query('delete from namespace where id = $1', [id]);
    expect(await rowsLeft()).toEqual({ n: '3', pairs: '1' });
    await harness.another().pairs.keep();
    await work();
  }
  expect(await rowsLeft()).toEqual({ n: '0', pairs: '0' });
});

it('is kept by the writes of a build that knows no pairs, which call the same function', async () => {
  const ns = 'pairs/earlier';
  await harness.write(org, ns, upsertOf(['m1', 'm2']));
  await make(ns);
  await work();
  const key = (value: string | number) => scalarKey(value).toString('hex');
  const commit = async (document: object, added: object[], removed: object[]) => {
    const write = {
      documents: [{ id: 'e', bytes: 2, state: {}, images: {}, invalidated: null, ...document }],
      changed: 1,
      invalidated: [],
      attributes: { added, removed },
      growth: { documents: 0, bytes: 0 },
      facts: { changed: null, deleted: null, headers: {} },
    };
    const { rows } = await harness.database.query<{ result: { versions: number[] } }>(
      `select commit_batch($1, $2, $3, coalesce((select revision from column_revision where organization = $1), 0), $4::jsonb) as result`,
      [org, ns, await idOf(ns), JSON.stringify(write)],
    );
    return rows[0].result.versions[0];
  };
  const row = (name: string, value: string | number, replaces?: string | number) => ({
    document: 1,
    name,
    key: key(value),
    ...(replaces !== undefined && { replaces: key(replaces) }),
  });
  const made = { kind: 'insert', read: 0, attributes: { seller: 's', total: 1 } };
  const first = await commit(made, [row('seller', 's'), row('total', 1)], []);
  expect(await expectComplete(ns)).toContain(`${key('s')} ${key(1)} e`);
  const moved = { kind: 'update', read: first, attributes: { seller: 't', total: 2 } };
  const second = await commit(moved, [row('seller', 't', 's'), row('total', 2, 1)], []);
  expect(await expectComplete(ns)).toContain(`${key('t')} ${key(2)} e`);
  await commit({ kind: 'delete', read: second }, [], [row('seller', 't'), row('total', 2)]);
  expect(await expectComplete(ns)).toHaveLength(2);
});

it('is asked for by queries that look at a hundred documents of their equality, twenty times', async () => {
  const ns = 'pairs/used';
  const upsert = Array.from({ length: 250 }, (_, n) => ({
    id: `d${n}`,
    attributes: { seller: n % 5 === 0 ? 'few' : 'many', total: n },
  }));
  await harness.write(org, ns, { upsert });
  const namespaceId = await idOf(ns);
  const query = (seller: string, times: number) =>
    Promise.all(
      Array.from({ length: times }, () =>
        harness.query(org, ns, { filter: { 'attributes.seller': seller }, order_by: [{ path: 'attributes.total' }] }),
      ),
    );
  await query('few', 30);
  await query('many', 19);
  await harness.pairs.keep();
  expect(await kept(ns)).toEqual([]);
  await query('many', 1);
  await harness.pairs.keep();
  expect(await kept(ns)).toEqual([{ equal: 'seller', ordered: 'total', state: 'filling' }]);
  await work();
  harness.pairs.forget(namespaceId);
  const before = await harness.database.query<{ used_at: Date }>(
    'select used_at from pair_index where namespace_id = $1',
    [namespaceId],
  );
  await query('few', 1);
  await harness.pairs.keep();
  const after = await harness.database.query<{ used_at: Date }>(
    'select used_at from pair_index where namespace_id = $1',
    [namespaceId],
  );
  expect(after.rows[0].used_at.getTime()).toBeGreaterThan(before.rows[0].used_at.getTime());
});
