import type { Clock } from '@app/observability';
import { Database, Leases, armKillPoints } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { billingSchema } from '../app.schema';
import { MergeSlotsService } from './merge-slots.service';

const slots = 16;
const namespaces = 150;
const judgments = 1;
const over = ['2026-08', '2026-09'];
const grace = '2026-10';
/** The last month still takes charges, for ten minutes more. */
const now = Date.parse('2026-11-02T00:09:59Z');
let db: Database;

beforeAll(async () => {
  db = await openFreshDatabase(billingSchema, 8);
});
afterEach(() => armKillPoints(() => undefined));
afterAll(() => db.close());

const mergerOf = (holder: string, clock: Clock = { now: () => now }) =>
  new MergeSlotsService(db, clock, new Leases(db, holder));

async function fill(): Promise<void> {
  await db.query('truncate month_slot, namespace_slot, judgment_slot, lease');
  const each = `unnest('{org_a,org_b}'::text[]) o, unnest($1::text[]) m, generate_series(0, ${slots - 1}) s`;
  const months = [[...over, grace]];
  await db.query(`insert into month_slot select o, m, s, 1.25 from ${each}`, months);
  await db.query(
    `insert into namespace_slot (organization, month, namespace, slot, units, tokens, cost_usd, fanout_cost_usd)
     select o, m, 'n' || n, s, 1.25, 10, 0.000001, 0.0000001 from ${each}, generate_series(1, ${namespaces}) n`,
    months,
  );
  await db.query(
    `insert into judgment_slot select o, m, 'n' || n, 'j' || j, s, 0.25
     from ${each}, generate_series(1, ${namespaces}) n, generate_series(1, ${judgments}) j`,
    months,
  );
}

/** Rows and exact sums of an organization's month. */
async function held(organization: string, month: string) {
  const { rows } = await db.query<Record<string, string>>(
    `select (select count(*) || ' ' || sum(units) from month_slot where organization = $1 and month = $2) as months,
       (select count(*) || ' ' || sum(units) || ' ' || sum(tokens) || ' ' || sum(cost_usd) || ' ' || sum(fanout_cost_usd)
        from namespace_slot where organization = $1 and month = $2) as namespaces,
       (select count(*) || ' ' || sum(units) from judgment_slot where organization = $1 and month = $2) as judgments`,
    [organization, month],
  );
  return rows[0];
}

const all = namespaces * slots;
const spread = {
  months: `${slots} 20.00`,
  namespaces: `${all} ${1.25 * all}.00 ${10 * all} 0.002400 0.0002400`,
  judgments: `${all * judgments} ${0.25 * all * judgments}.00`,
};
const merged = {
  months: '1 20.00',
  namespaces: `${namespaces} ${1.25 * all}.00 ${10 * all} 0.002400 0.0002400`,
  judgments: `${namespaces * judgments} ${0.25 * all * judgments}.00`,
};

it('makes one row of the slots of each counter once its month takes no more charges, with the same sums [BILL-10] [O-M1]', async () => {
  await fill();
  const [merger, other] = [mergerOf('a'), mergerOf('b')];
  expect(merger.mayMerge).toBe(true);
  expect(await merger.mergeNext()).toBe(true);
  // One process merges; the other asks again in a minute.
  expect(await other.mergeNext()).toBe(false);
  expect(other.mayMerge).toBe(false);
  while (await merger.mergeNext());
  for (const organization of ['org_a', 'org_b']) {
    for (const month of over) expect(await held(organization, month)).toEqual(merged);
    expect(await held(organization, grace)).toEqual(spread);
  }
  expect(merger.mayMerge).toBe(false);
  const later = mergerOf('a', { now: () => now + 1000 });
  while (await later.mergeNext());
  expect(await held('org_b', grace)).toEqual(merged);
});

it('shows every reader the same sums at every moment, and loses no charge that comes meanwhile [BILL-10] [O-M1]', async () => {
  await fill();
  const merger = mergerOf('a');
  let isFolded = false;
  const sums = new Set<string>();
  const reading = (async () => {
    while (!isFolded) {
      const { namespaces: read } = await held('org_a', over[0]);
      sums.add(read.slice(read.indexOf(' ')));
    }
  })();
  let charges = 0;
  const charging = (async () => {
    for (; !isFolded; charges += 1) {
      await db.query(
        `insert into namespace_slot as s (organization, month, namespace, slot, units, tokens, cost_usd)
         select 'org_b', $1, 'n' || n, $2, 1, 0, 0 from generate_series(1, ${namespaces}) n order by ('n' || n) collate "C"
         on conflict (organization, month, namespace, slot) do update set units = s.units + excluded.units`,
        [over[0], charges % slots],
      );
    }
  })();
  while (await merger.mergeNext());
  isFolded = true;
  await Promise.all([reading, charging]);
  expect([...sums]).toEqual([spread.namespaces.slice(spread.namespaces.indexOf(' '))]);
  expect(charges).toBeGreaterThan(0);
  const { rows } = await db.query<{ units: string }>(
    `select sum(units)::text as units from namespace_slot where organization = 'org_b' and month = $1`,
    [over[0]],
  );
  expect(Number(rows[0].units)).toBe(1.25 * all + charges * namespaces);
});

it.each(['billing.merge.before-commit', 'billing.merge.after-commit'])(
  'another process goes on when the one that merges dies at %s',
  async (at) => {
    await fill();
    let pages = 0;
    armKillPoints((name) => {
      if (name === at && ++pages === 3) throw new Error('killed');
    });
    const merger = mergerOf('a');
    await expect(
      (async () => {
        while (await merger.mergeNext());
      })(),
    ).rejects.toThrow('killed');
    await db.query('truncate lease');
    const next = mergerOf('b');
    while (await next.mergeNext());
    for (const month of over) expect(await held('org_b', month)).toEqual(merged);
  },
);

it('a page that does not end in a second does nothing, and a smaller one follows [O-M1]', async () => {
  await fill();
  const merger = mergerOf('a');
  await db.withConnection('spec', async (holder) => {
    await holder.query('begin');
    await holder.query(
      `select from namespace_slot where organization = 'org_a' and month = '2026-08' and slot = 0 for update`,
    );
    expect(await merger.mergeNext()).toBe(true);
    expect(await held('org_a', '2026-08')).toEqual(spread);
    await holder.query('rollback');
  });
  await merger.mergeNext();
  expect((await held('org_a', '2026-08')).namespaces).toMatch(new RegExp(`^${all - 200} `));
  while (await merger.mergeNext());
  expect(await held('org_a', '2026-08')).toEqual(merged);
});
