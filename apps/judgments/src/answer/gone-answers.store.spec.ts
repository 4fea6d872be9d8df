import { Call } from '@app/bus';
import { Database, newId } from '@app/persistence';
import { callerOf, setClock, testEnvironment } from '@app/testing';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import type { EngineService } from '../copy/engine/engine.service';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import type { DocumentFetch } from '../document/document-fetch';
import { KeptSamples } from '../testing/kept-samples';
import { openJudgmentsDatabase } from '../testing/open-judgments';
import { AnswerHandler } from './answer.handler';
import { readAnswersAtMoments } from './answer.store';

const organization = 'org_gone';
const namespace = 'k/t1';
let db: Database;
let samples: KeptSamples;
let handler: AnswerHandler;
const times: Record<string, string> = {};

async function now(): Promise<string> {
  const { rows } = await db.query<{ now: Date }>('select app.now() as now');
  return rows[0].now.toISOString();
}
const moment = (document: string, asOf: string | null, answerId: string | null = null) => ({
  document,
  asOf,
  answerId,
});
const at = async (...moments: ReturnType<typeof moment>[]) =>
  (await readAnswersAtMoments(db, samples.namespaceId, samples.judgmentId, moments)).map(({ answer, isExpired }) =>
    isExpired ? 'expired' : (answer?.answer_id ?? null),
  );
const history = (document: string, limit?: number) =>
  handler.readHistory({ namespace, document, judgment: 'late', limit }, Call.within(undefined, callerOf(organization)));

/** Answers of `moved`: two of month 0, of which the first goes, and one each of months 2 and 3; `still` has one of month 0. */
beforeAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  db = await openJudgmentsDatabase();
  const namespaces = new NamespaceStore(db);
  samples = new KeptSamples(db, await namespaces.readIdOf({ organization, namespace }));
  handler = new AnswerHandler(
    db,
    namespaces,
    new JudgmentService(db, namespaces, {} as EngineService),
    {} as DocumentFetch,
  );
  await samples.emptied();
  await samples.at(-1);
  times['before the judgment'] = await now();
  await samples.at(0, 1);
  await db.query(
    `insert into judgment (id, organization, scope, name, active_version, last_version, freshness, thresholds, revision)
     values ($1, $2, $3, 'late', 1, 1, '{}', '{}', 1), ('jdg_young', $2, $3, 'young', 1, 1, '{}', '{}', 2)`,
    [samples.judgmentId, organization, namespace],
  );
  await db.query(
    `insert into judgment_version (judgment_id, version, definition, hash, render_format)
     select id, 1, '{"type": "bool", "question": "Well?", "horizon": "365d"}', 'h', 1 from judgment`,
  );
  await samples.at(0, 3);
  await samples.answered({ document: 'moved', id: 'moved1' }, { document: 'still', id: 'still1' });
  times['of the first'] = await now();
  await samples.at(0, 6);
  await samples.answered({ document: 'moved', id: 'moved2' });
  times['of the second'] = await now();
  await samples.at(2);
  await samples.answered({ document: 'moved', id: 'moved1', since: 'now' });
  await samples.at(2, 12);
  await samples.answered({ document: 'moved', id: 'moved3' });
  await samples.at(2, 20);
  times['within the horizon'] = await now();
  await samples.at(3);
  await samples.answered({ document: 'moved', id: 'moved4' });
  await samples.at(14, 1);
  await db.query(`update judgment set created_at = app.now() where id = 'jdg_young'`);
}, 60_000);
afterAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  await db.close();
});

it('before any answer has gone, each moment has its own and a history has no end [O-M1] [OUT-01]', async () => {
  const [first, second] = [times['of the first'], times['of the second']];
  expect(await at(moment('moved', first), moment('moved', second), moment('none', first))).toEqual([
    'moved1',
    'moved2',
    null,
  ]);
  expect(await history('moved')).toMatchObject({ next_cursor: null, oldest_kept: null });
});

describe('once answers have gone', () => {
  beforeAll(async () => {
    await samples.retired();
    expect(await samples.stored('moved')).toEqual([
      'moved moved1',
      'moved moved2',
      'moved moved1',
      'moved moved3',
      'moved moved4',
    ]);
  });

  it('a moment has the answer that was in force then and when they went, else none, and says so [O-M1] [OUT-09]', async () => {
    const [first, second] = [times['of the first'], times['of the second']];
    // The row of `moved1` is there, since it was in force again later; another one may have been in force at the moment.
    expect(await at(moment('moved', first), moment('moved', second), moment('still', second))).toEqual([
      'expired',
      'moved2',
      'still1',
    ]);
    expect(await at(moment('never', second), moment('moved', times['before the judgment']))).toEqual(['expired', null]);
    expect(
      await at(moment('moved', times['within the horizon']), moment('never', times['within the horizon'])),
    ).toEqual(['moved3', null]);
    expect(await at(moment('moved', null), moment('moved', null, 'moved1'))).toEqual(['moved4', 'moved1']);
  });

  it('a named answer that is not there may have been one, if its id is as old [O-M1] [OUT-09]', async () => {
    const old = 'ans_019a00000000' + '7000' + '8000000000000000';
    expect(await at(moment('moved', null, old), moment('moved', null, 'ans_other'))).toEqual(['expired', null]);
    const young = newId('ans');
    await db.query(`update answer_retention set gone_before = '2001-01-01Z'`);
    expect(await at(moment('moved', null, young), moment('moved', null, old))).toEqual([null, null]);
    await db.query(
      `update answer_retention set gone_before = date_trunc('month', app.now() - interval '13 months', 'UTC')`,
    );
  });

  it('the last page of a history says from when on it is whole, of a judgment that is older [O-M1]', async () => {
    const first = await history('moved', 2);
    expect(first).toMatchObject({ next_cursor: expect.any(String), oldest_kept: null });
    const { oldest_kept: oldest, answers } = await history('moved');
    expect(answers.map(({ id }) => id)).toEqual(['moved4', 'moved3', 'moved2', 'moved1']);
    const { rows } = await db.query<{ gone_before: Date }>('select gone_before from answer_retention');
    expect(oldest).toBe(rows[0].gone_before.toISOString());
    expect(Date.parse(oldest!)).toBeGreaterThan(Date.parse(times['of the second']));
    const call = Call.within(undefined, callerOf(organization));
    await db.query(`insert into answer select namespace_id, document_id, 'jdg_young', record, id, version, document_version, seen,
      engine_name, engine_ref, engine_version, judged_at, context_hash, truncated, body, units, ask_id from answer where id = 'moved4'`);
    expect(await handler.readHistory({ namespace, document: 'moved', judgment: 'young' }, call)).toMatchObject({
      answers: [{ id: 'moved4' }],
      oldest_kept: null,
    });
  });
});
