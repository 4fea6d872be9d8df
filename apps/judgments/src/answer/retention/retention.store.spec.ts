import { Database, armKillPoints } from '@app/persistence';
import { setClock, testEnvironment } from '@app/testing';
import { forgetAnswers } from '../answer.store';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { KeptSamples, isWaitingOrDone } from '../../testing/kept-samples';
import { openJudgmentsDatabase } from '../../testing/open-judgments';

let db: Database;
let samples: KeptSamples;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  samples = new KeptSamples(db, await new NamespaceStore(db).readIdOf({ organization: 'org_kept', namespace: 'k' }));
}, 60_000);
beforeEach(() => samples.emptied());
afterEach(() => armKillPoints(() => undefined));
afterAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  await db.close();
});

const deleted = (...ids: string[]) =>
  db.transaction('spec', (tx) =>
    forgetAnswers(
      tx,
      samples.namespaceId,
      ids.map((id) => ({ id, version: 1 })),
    ),
  );

/** Answers of month 0, which goes in month 14 by what was in force when month 1 began. */
async function filled(): Promise<void> {
  const first = (...documents: string[]) =>
    samples.answered(...documents.map((document) => ({ document, id: `${document}1` })));
  const then = (n: number, ...documents: string[]) =>
    samples.answered(...documents.map((document) => ({ document, id: `${document}${n}`, version: n })));
  await samples.at(0, 2);
  await first('current', 'before', 'after', 'again', 'briefly', 'gone', 'late');
  await samples.answered(
    { document: 'beside', id: 'b1' },
    { document: 'beside', id: 'named', version: 2, since: 'infinity' },
    { document: 'beside', id: 'unnamed', version: 3, since: 'infinity' },
    { document: 'activated', id: 'a1' },
    { document: 'activated', id: 'judged', version: 2, since: 'infinity' },
  );
  await samples.headOf('beside', 'named', 2);
  await samples.at(0, 5);
  await then(2, 'before', 'again', 'briefly');
  await samples.answered({ document: 'activated', id: 'judged', version: 2, since: 'now' });
  await samples.at(0, 7);
  await samples.answered({ document: 'briefly', id: 'briefly1', since: 'now' });
  await deleted('gone');
  await samples.at(0, 9);
  await then(3, 'briefly');
  await samples.at(2);
  await then(2, 'after');
  await samples.answered({ document: 'again', id: 'again1', since: 'now' });
  await deleted('late');
}

const whole = [
  ...[
    'activated a1',
    'activated judged',
    'activated judged',
    'after after1',
    'after after2',
    'again again1',
    'again again2',
  ],
  ...[
    'again again1',
    'before before1',
    'before before2',
    'beside b1',
    'beside named',
    'beside unnamed',
    'briefly briefly1',
  ],
  ...[
    'briefly briefly2',
    'briefly briefly1',
    'briefly briefly3',
    'current current1',
    'gone gone1 erased',
    'late late1 erased',
  ],
];
const kept = [
  ...[
    'activated judged',
    'activated judged',
    'after after1',
    'after after2',
    'again again1',
    'again again2',
    'again again1',
  ],
  ...['before before2', 'beside b1', 'beside named', 'briefly briefly3', 'current current1', 'late late1 erased'],
];

describe('answers of a month', () => {
  it('go after thirteen months, but for those in force since and those that a head names [O-M1]', async () => {
    await filled();
    await samples.at(13, 28);
    await samples.retired();
    expect(await samples.stored()).toEqual(whole);
    await samples.at(14, 1);
    await samples.retired();
    expect(await samples.stored()).toEqual(kept);
    expect(await samples.retired()).toBe(0);
    const { rows } = await db.query<{ gone: boolean }>(
      `select gone_before = date_trunc('month', app.now() - interval '13 months', 'UTC') as gone from answer_retention`,
    );
    expect(rows).toEqual([{ gone: true }]);
  });

  it('are kept while in force, and go in the year after they were in force last [O-M1]', async () => {
    await samples.at(0);
    await samples.answered({ document: 'd1', id: 'first' }, { document: 'd2', id: 'only' });
    await samples.at(20);
    expect(await samples.retired()).toBeGreaterThan(0);
    await samples.answered({ document: 'd1', id: 'second' });
    await samples.at(32);
    await samples.retired();
    expect(await samples.stored()).toEqual(['d1 first', 'd1 second', 'd2 only']);
    await samples.at(48);
    await samples.retired();
    expect(await samples.stored()).toEqual(['d1 second', 'd2 only']);
    expect(await samples.partitionOf('only')).toMatch(/^answer_\d{4}_kept_\d{4}$/);
  });

  it.each([1, 2, 3, 5])('end the same after a kill at step %i, with two replicas [O-M1]', async (nth) => {
    await filled();
    await samples.at(14, 1);
    let times = 0;
    armKillPoints((name) => {
      if (name === 'judgments.answer-retention.before-commit' && ++times === nth) throw new Error('killed');
    });
    const [one, other] = [samples.replica(), samples.replica()];
    const turns = async (worker = one) => {
      while (await worker.turn());
    };
    await Promise.allSettled([turns(one), turns(other)]);
    armKillPoints(() => undefined);
    await turns();
    expect(times).toBeGreaterThanOrEqual(nth);
    expect(await samples.stored()).toEqual(kept);
  });

  it('of a document that is deleted while they are copied are deleted in the copy [O-M1]', async () => {
    await filled();
    await samples.at(14, 1);
    const worker = samples.replica();
    // The month before has no answers.
    for (let step = 0; step < 4; step++) await worker.turn();
    // The deletion waits for the page that copies the answer, and then finds the copy.
    let deletion: Promise<void> | undefined;
    armKillPoints(async (name) => {
      if (name !== 'judgments.answer-retention.before-commit' || deletion) return;
      deletion = deleted('current');
      await isWaitingOrDone(db, 'transactionid', deletion);
    });
    await worker.turn();
    armKillPoints(() => undefined);
    await deletion;
    await deleted('after');
    await samples.retired(worker);
    const left = await samples.stored();
    expect(left.filter((line) => /current|after/.test(line))).toEqual([
      'after after1 erased',
      'after after2 erased',
      'current current1 erased',
    ]);
  });

  it('are copied again from the first on when nobody worked for a while: an earlier build may have deleted some [O-M1]', async () => {
    await filled();
    await samples.at(14, 1);
    const worker = samples.replica();
    for (let step = 0; step < 5; step++) await worker.turn();
    await db.query(`update answer set erased = true, erased_at = app.now() where document_id = 'current'`);
    await samples.at(14, 2);
    await samples.retired(worker);
    expect(await samples.stored('current')).toEqual(['current current1 erased']);
  });

  it('wait for a long statement that reads them, and for no copying twice [O-M1]', async () => {
    await filled();
    await samples.at(14, 1);
    const worker = samples.replica();
    await db.transaction('spec: a long report', async (tx) => {
      await tx.query('select count(*) from answer');
      while (await worker.turn());
      for (const minutes of [4, 4, 4]) {
        await samples.later(minutes);
        expect(await worker.turn()).toBe(false);
      }
      expect((await samples.stored()).length).toBe(whole.length);
    });
    // What was copied of the first month replaces it in one step. Of the next one, and of the year, there are three.
    expect(await samples.retired(worker)).toBe(7);
    expect(await samples.stored()).toEqual(kept);
  });

  it('do not go on the first day of the schema, while an earlier build may still write [O-M1]', async () => {
    await samples.at(0);
    await samples.answered({ document: 'd1', id: 'first' });
    await samples.at(14, 1);
    await db.query(`update answer_retention set begins_at = app.now() + interval '1 hour'`);
    expect(await samples.retired()).toBe(0);
  });
});

it('what is being kept has the columns of answers, in their order [O-M1]', async () => {
  const columnsOf = async (table: string) =>
    (
      await db.query(
        `select column_name, data_type, is_nullable, column_default from information_schema.columns
         where table_schema = current_schema and table_name = $1 order by ordinal_position`,
        [table],
      )
    ).rows;
  expect(await columnsOf('answer_keeping')).toEqual(await columnsOf('answer'));
});
