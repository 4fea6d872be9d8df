import { Database } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { calibrationSchema } from '../../app.schema';
import { selectionOf } from '../../judgment/selection';
import { everyLabel } from '../../outcome/label/label-filter';
import { LabelQuery } from '../../outcome/label/label.store';
import { drawSample, maxSampled, readLabelChange, readNamedLabels } from './sample.store';

const epoch = 'e1';
const form = { type: 'bool' as const, options: [], levels: [], features: [], parts: [] };
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase(calibrationSchema, 2);
  await database.query(
    `insert into outcome (organization, judgment_id, namespace, document, id, identity, value, escape, source, observed_at,
       answer_id, version, engine_version, judged_at, number)
     select 'org', 'jdg', case when n % 4 = 0 then 'acme/staging' else 'acme/a' end, 'd' || n, 'out_' || n, n::text, 'true', false,
       'posted', '2026-03-01', 'ans_' || n, 1, case when n % 10 = 0 then 'e0' else 'e1' end, '2026-02-01',
       case when n % 7 = 0 then null else 0.5 end
     from generate_series(1, 5000) n;
     insert into outcome (organization, judgment_id, namespace, document, id, identity, value, escape, source, observed_at,
       answer_id, version, engine_version, judged_at, number)
     select organization, judgment_id, namespace, document, id || 'b', identity || 'b', 'false', false, 'rule', '2026-04-01',
       answer_id, version, engine_version, judged_at, number from outcome where document = any('{d1,d2,d3}');
     analyze outcome`,
  );
});
afterAll(() => database.close());

function query(scope: string, others: Partial<LabelQuery> = {}): LabelQuery {
  const selection = selectionOf('org', 'jdg', scope);
  return { selection, version: 1, filter: everyLabel, excludedPrefixes: [], ...others };
}

it('is the labels of the lowest hashes, of production, of one epoch and with a number, always the same [ALT-09] [GEN-11]', async () => {
  const production = query('acme/*', { excludedPrefixes: ['acme/staging'] });
  const rows = await drawSample(database, production, epoch, form);
  expect(maxSampled).toBe(500);
  expect(rows).toHaveLength(maxSampled + 1);
  const { rows: lowest } = await database.query<{ answer_id: string }>(
    `select answer_id from (select distinct answer_id from outcome where namespace = 'acme/a' and engine_version = 'e1'
       and number is not null) l order by hashtextextended(answer_id, 7), answer_id limit ${maxSampled + 1}`,
  );
  expect(rows.map(({ answer_id }) => answer_id)).toEqual(lowest.map(({ answer_id }) => answer_id));
  expect(await drawSample(database, production, epoch, form)).toEqual(rows);
});

it('of two labels on one answer takes the later one, before the filter applies [OUT-06]', async () => {
  const answers = ['ans_1', 'ans_2', 'ans_4'];
  const all = await readNamedLabels(database, query('acme/*'), epoch, answers);
  expect(Object.fromEntries(all.map(({ answer_id, value }) => [answer_id, value]))).toEqual({
    ans_1: false,
    ans_2: false,
    ans_4: true,
  });
  const posted = query('acme/*', { filter: { ...everyLabel, sources: ['posted'] } });
  expect((await readNamedLabels(database, posted, epoch, answers)).map(({ answer_id }) => answer_id)).toEqual([
    'ans_4',
  ]);
});

it('of three labels on one answer takes what two authors say, drawn and named [OUT-09]', async () => {
  await database.query(
    `insert into outcome (organization, judgment_id, namespace, document, id, identity, value, escape, source, observed_at,
       answer_id, version, engine_version, judged_at, number, author)
     select 'org', 'jdg_people', 'acme/a', 'd', 'out_p' || n, n::text, to_jsonb(n < 3), false, 'posted', '2026-03-01'::date + n, 'ans_p', 1,
       'e1', '2026-02-01', 0.5, 'user:' || n from generate_series(1, 3) n`,
  );
  const people = { ...query('acme/*'), selection: selectionOf('org', 'jdg_people', 'acme/*') };
  const expected = [expect.objectContaining({ answer_id: 'ans_p', value: true, observed_at: new Date('2026-03-03') })];
  expect(await drawSample(database, people, epoch, form)).toEqual(expected);
  expect(await readNamedLabels(database, people, epoch, ['ans_p'])).toEqual(expected);
});

it('moves its change with every outcome, also past the sample [ALT-36]', async () => {
  const own = query('acme/a');
  const before = await readLabelChange(database, own, epoch);
  await database.query(
    `update outcome set value = 'false', changed_at = app.now() + interval '1 s' where id = 'out_4999'`,
  );
  const corrected = await readLabelChange(database, own, epoch);
  expect(corrected.n).toBe(before.n);
  expect(corrected.changed_at).not.toEqual(before.changed_at);
  await database.query(`delete from outcome where id = 'out_4999'`);
  expect((await readLabelChange(database, own, epoch)).n).toBe(before.n - 1);
});

it('ends its walk with the last label taken, however many there are [ALT-09]', async () => {
  await database.query(
    `insert into outcome (organization, judgment_id, namespace, document, id, identity, value, escape, source, observed_at,
       answer_id, version, engine_version, judged_at, number)
     select 'org', 'jdg_large', 'acme/a', 'd' || n, 'out_' || n, n::text, 'true', false, 'posted', '2026-03-01', 'ans_' || n, 1, 'e1',
       '2026-02-01', 0.5 from generate_series(1, 60000) n; analyze outcome`,
  );
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, timing off) select answer_id from (select distinct on (hashtextextended(answer_id, 7), answer_id) *
       from outcome where organization = 'org' and judgment_id = 'jdg_large' and version = 1 and engine_version = 'e1'
         and answer_id is not null
       order by hashtextextended(answer_id, 7), answer_id, observed_at desc, id desc) l limit 501`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Incremental Sort');
  expect(Number(/Index Scan using outcome_sample.*actual rows=(\d+)/.exec(plan)?.[1])).toBeLessThan(2_000);
}, 60_000);
