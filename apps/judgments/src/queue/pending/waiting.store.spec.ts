import { Database } from '@app/persistence';
import { explained, nodesOf } from '@app/testing';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { openJudgmentsDatabase } from '../../testing/open-judgments';
import { claimDue } from './claim.store';
import { onChange, onRead, rankOf } from './lane';
import { queueWanted } from './queue.store';
import { countPaused, countWaiting } from './waiting.store';

const organization = 'org_waiting';
let db: Database;
let live: string;
let paused: string;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  const namespaces = new NamespaceStore(db);
  live = await namespaces.readIdOf({ organization, namespace: 'w/live' });
  paused = await namespaces.readIdOf({ organization, namespace: 'w/paused' });
  await db.query('truncate pending, turn, outbox');
  await db.query('update namespace set paused = id = $1', [paused]);
});
afterAll(() => db.close());

const queue = (
  namespaceId: string,
  lane: number,
  debounceMs: number,
  documents: readonly string[],
  { judgmentId = 'jdg_1', targetVersion = 0 } = {},
) =>
  queueWanted(
    db,
    documents.map((document) => ({
      namespaceId,
      document,
      judgmentId,
      targetVersion,
      lane,
      debounceMs,
      maxWaitMs: debounceMs,
      documentVersion: 1,
      wantedVersion: 0,
      changes: 1 as const,
      traceparent: null,
    })),
  );

it('what waits is counted by lane and by what it waits for', async () => {
  await queue(live, onRead, 0, ['claimed']);
  expect((await claimDue(db, 8))?.rows.length).toBe(1);
  await queue(live, onRead, 0, ['read']);
  await queue(live, onChange, 3_600_000, ['a', 'b', 'c']);
  await queue(live, rankOf('fanout'), 0, ['f']);
  await queue(paused, onChange, 0, ['p']);
  await db.query(`update namespace set fanout_held = id = $1`, [live]);
  const { waiting, claimable } = await countWaiting(db);
  expect(waiting).toEqual([
    { lane: onRead, reason: 'claimed', rows: 1 },
    { lane: onRead, reason: 'turn', rows: 1 },
    { lane: onChange, reason: 'budget', rows: 1 },
    { lane: onChange, reason: 'debounce', rows: 3 },
    { lane: rankOf('fanout'), reason: 'fanout_limit', rows: 1 },
  ]);
  expect(claimable).toEqual([]);
  expect(await countPaused(db)).toBe(1);
});

/** Stores judgments with an engine for each of their versions; the last one is active. `key`: they are copies of one. */
async function stored(id: string, engines: readonly string[], key: string | null = null): Promise<void> {
  await db.query(
    `insert into judgment (id, organization, scope, name, active_version, last_version, freshness, thresholds, revision, key)
     values ($1, $2, $1, 'j', $3, $3, '{}', '{}', 1, $4)`,
    [id, organization, engines.length, key],
  );
  await db.query(
    `insert into judgment_version (judgment_id, version, definition, hash, render_format)
     select $1, i, json_build_object('engine', json_build_object('name', name)), 'h' || i, 1
     from unnest($2::text[]) with ordinality v(name, i)`,
    [id, engines],
  );
}

it('rows that a process may claim are told by the engine that they ask [O-M4]', async () => {
  await db.query('truncate pending, turn');
  await db.query('update namespace set fanout_held = false');
  await stored('jdg_own', ['jev', 'pplx-decider']);
  await stored('jdg_copy_a', ['gpt-6-luna'], 'jdg_template');
  await stored('jdg_copy_b', ['gpt-6-luna'], 'jdg_template');
  await queue(live, onChange, 0, ['a', 'b'], { judgmentId: 'jdg_own' });
  await queue(live, onChange, 0, ['a'], { judgmentId: 'jdg_own', targetVersion: 1 });
  await queue(live, onChange, 0, ['a', 'b', 'c'], { judgmentId: 'jdg_template' });
  await queue(live, onChange, 0, ['d'], { judgmentId: 'jdg_gone' });
  expect(await countWaiting(db)).toEqual({
    waiting: [{ lane: onChange, reason: 'turn', rows: 7 }],
    claimable: [
      { engine: 'gpt-6-luna', rows: 3 },
      { engine: 'jev', rows: 1 },
      { engine: 'pplx-decider', rows: 2 },
    ],
  });
  // What a process has claimed is no work for another one.
  expect((await claimDue(db, 8))?.rows.length).toBe(7);
  expect(await countWaiting(db)).toEqual({
    waiting: [{ lane: onChange, reason: 'claimed', rows: 7 }],
    claimable: [],
  });
});

describe('where thousands of judgments wait alike, and one waits most', () => {
  const judgments = 6000;
  const mostRows = 3000;
  const all = mostRows + 2 * (judgments - 1);

  beforeAll(async () => {
    await db.query('truncate pending, turn');
    await db.query(
      `insert into judgment (id, organization, scope, name, active_version, last_version, freshness, thresholds, revision)
       select 'jdg_alike_' || i, $1, 'alike', 'j' || i, 1, 1, '{}', '{}', 1 from generate_series(1, $2::int) i`,
      [organization, judgments],
    );
    await db.query(
      `insert into judgment_version (judgment_id, version, definition, hash, render_format)
       select 'jdg_alike_' || i, 1,
         json_build_object('engine', json_build_object('name', case when i % 4 = 0 then 'gpt-6-luna' else 'jev' end)), 'h', 1
       from generate_series(1, $1::int) i`,
      [judgments],
    );
    await db.query(
      `insert into pending (namespace_id, document_id, judgment_id, lane, due_at, wanted_at, max_wait_ms, touches, version)
       select $1, 'd' || d, 'jdg_alike_' || i, ${onChange}, app.now(), app.now(), 0, 1, 1
       from generate_series(1, $2::int) i, generate_series(1, case when i = 1 then $3::int else 2 end) d`,
      [live, judgments, mostRows],
    );
  });

  it('all rows that a process may claim are told by the engine that they ask [O-M4]', async () => {
    const { waiting, claimable } = await countWaiting(db);
    expect(waiting).toEqual([{ lane: onChange, reason: 'turn', rows: all }]);
    const [luna, jev] = claimable;
    expect([luna.engine, jev.engine]).toEqual(['gpt-6-luna', 'jev']);
    expect(luna.rows + jev.rows).toBe(all);
    // A quarter asks the first engine. At most five hundred judgments stand for 5,500, so that it is off by some percent.
    expect(luna.rows).toBeGreaterThan(0.7 * (judgments / 2));
    expect(luna.rows).toBeLessThan(1.3 * (judgments / 2));
  });

  it('the count looks at each row some times, and compares no judgment with every other one [O-M4]', async () => {
    const asked = jest.spyOn(db, 'query');
    await countWaiting(db);
    const [statement, values] = asked.mock.calls.at(-1)!;
    asked.mockRestore();
    const plan = await explained(db, statement, values ?? []);
    const looks = nodesOf(plan).reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
    expect(looks).toBeGreaterThan(all);
    expect(looks).toBeLessThan(20 * all);
  });
});

it('a queue of more than 16 MiB is estimated from a sample of its pages', async () => {
  await db.query('truncate pending');
  await db.query(
    `insert into pending (namespace_id, document_id, judgment_id, lane, due_at, wanted_at, max_wait_ms, touches, version)
     select $1, repeat('d', 200) || i, 'jdg_1', ${onChange}, app.now() + interval '1 hour', app.now(), 0, 1, 1
     from generate_series(1, 60000) i`,
    [live],
  );
  const { waiting } = await countWaiting(db);
  const [{ rows, ...of }] = waiting;
  expect(of).toEqual({ lane: onChange, reason: 'debounce' });
  expect(rows).toBeGreaterThan(50_000);
  expect(rows).toBeLessThan(70_000);
  await db.query('truncate pending');
});
