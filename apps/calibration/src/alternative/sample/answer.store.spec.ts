import { Database } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { calibrationSchema } from '../../app.schema';
import { quotedDays, readKept } from './answer.store';

const key = { organization: 'org', judgment_id: 'jdg', alternative: 'alt_1', engine_version: 'e1' };
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase(calibrationSchema, 2);
  await database.query(
    `insert into alternative_answer (run, alternative, organization, judgment_id, answer_id, namespace, engine_version,
       context_hash, number, units, tokens, cost_usd, answered_at)
     select 'run_' || days, 'alt_1', 'org', 'jdg', answer, 'n', 'e1', 'h', days, 1, 10, 0.002, app.now() - make_interval(days => days)
     from (values ('ans_new', 1), ('ans_new', 370), ('ans_year', 364), ('ans_old', 366), ('ans_gone', 401)) as a(answer, days)`,
  );
});
afterAll(() => database.close());

it('a quote counts on answers of the last year, a score on all that are stored, each on the newest of a label [ALT-37]', async () => {
  const answers = ['ans_new', 'ans_year', 'ans_old', 'ans_gone'];
  const found = async (days?: number) =>
    Object.fromEntries((await readKept(database, key, answers, days)).map((one) => [one.answer_id, one.number]));
  expect(await found(quotedDays)).toEqual({ ans_new: 1, ans_year: 364 });
  expect(await found()).toEqual({ ans_new: 1, ans_year: 364, ans_old: 366 });
});
