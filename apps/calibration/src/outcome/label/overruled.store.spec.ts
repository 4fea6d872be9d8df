import { Database } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { calibrationSchema } from '../../app.schema';
import { selectionOf } from '../../judgment/selection';
import { everyLabel } from './label-filter';
import { LabelRow } from './label-row';
import { LabelQuery, readLabels } from './label.store';
import { tallyLabels, tallyOutcomes } from './tally.store';
import { readOverruled } from './overruled.store';
import { readSaid } from './said.store';

const epoch = 'e1';
let database: Database;

/** What authors said of each answer, in the order in which they observed it: `ann` is a person, `k1` a key. */
const answers: Record<string, { said: [author: string | null, value: boolean, source?: string][]; label: boolean }> = {
  one: { said: [['ann', true]], label: true },
  tie: {
    said: [
      ['ann', true],
      ['bob', false],
    ],
    label: false,
  },
  majority: {
    said: [
      ['ann', true],
      ['bob', true],
      ['cid', false],
    ],
    label: true,
  },
  tieOfFour: {
    said: [
      ['ann', false],
      ['bob', false],
      ['cid', true],
      ['dan', true],
    ],
    label: true,
  },
  changedMind: {
    said: [
      ['ann', true],
      ['bob', true],
      ['ann', false],
      ['bob', false],
      ['cid', true],
    ],
    label: false,
  },
  oneSpoke: {
    said: [
      ['ann', true],
      ['ann', true],
      ['ann', true],
      ['bob', false],
    ],
    label: false,
  },
  ruleAmongPeople: {
    said: [
      ['ann', true],
      ['bob', true],
      ['rule', false, 'rule'],
    ],
    label: true,
  },
  before: {
    said: [
      [null, true],
      [null, true],
      [null, true],
      ['ann', false],
    ],
    label: false,
  },
  keys: {
    said: [
      ['k1', true],
      ['k1', true],
      ['k1', false],
    ],
    label: false,
  },
};

beforeAll(async () => {
  database = await openFreshDatabase(calibrationSchema, 2);
  const rows = Object.entries(answers).flatMap(([answer, { said }]) =>
    said.map(([author, value, source = 'posted'], at) => ({
      id: `out_${answer}_${at}`,
      answer_id: `ans_${answer}`,
      author: author === null || author === 'rule' ? author : `${author.startsWith('k') ? 'key' : 'user'}:${author}`,
      value,
      source,
      observed_at: `2026-03-0${at + 1}`,
    })),
  );
  await database.query(
    `insert into outcome (organization, judgment_id, namespace, document, id, identity, value, escape, source, observed_at,
       answer_id, version, engine_version, judged_at, number, author)
     select 'org', 'jdg', 'n', answer_id, id, id, value, false, source, observed_at, answer_id, 1, $2, '2026-02-01', 0.5, author
     from jsonb_to_recordset($1::jsonb)
       as t(id text, answer_id text, author text, value jsonb, source text, observed_at timestamptz)`,
    [JSON.stringify(rows), epoch],
  );
});
afterAll(() => database.close());

const query = (others: Partial<LabelQuery> = {}): LabelQuery => ({
  selection: selectionOf('org', 'jdg', 'n'),
  version: 1,
  filter: everyLabel,
  excludedPrefixes: [],
  ...others,
});

async function readAll(of: LabelQuery): Promise<LabelRow[]> {
  const found: LabelRow[] = [];
  const overruled = await readOverruled(database, of);
  await readLabels(database, of, { epoch, overruled, share: null }, (rows) => found.push(...rows));
  return found;
}
const valuesOf = (rows: readonly LabelRow[]) =>
  Object.fromEntries(rows.map(({ answer_id, value }) => [answer_id.slice('ans_'.length), value]));

describe('the label of an answer with several authors', () => {
  it('is what most of them said last, and at a tie what was observed last [OUT-09]', async () => {
    const expected = Object.fromEntries(Object.entries(answers).map(([answer, { label }]) => [answer, label]));
    expect(valuesOf(await readAll(query()))).toEqual(expected);
  });

  it('is an outcome that its author stands by, the latest of those that say so [OUT-09]', async () => {
    const at = Object.fromEntries((await readAll(query())).map((row) => [row.answer_id, row.observed_at.getUTCDate()]));
    expect(at).toMatchObject({ ans_majority: 2, ans_tieOfFour: 4, ans_changedMind: 4, ans_oneSpoke: 4, ans_keys: 3 });
  });

  it('is counted once, and the other outcomes of the answer are superseded [CAL-10]', async () => {
    const overruled = await readOverruled(database, query());
    // `cid` of `majority` and of `changedMind`, and the rule.
    expect(overruled).toEqual(['out_changedMind_4', 'out_majority_2', 'out_ruleAmongPeople_2']);
    const tallies = await tallyLabels(database, query(), 29, overruled);
    expect(tallies.map(({ source, n }) => [source, n])).toEqual([['posted', 9]]);
    // Of many outcomes those of answers with several are counted apart from the others: that counts the same.
    for (const of of [
      query(),
      query({ excludedPrefixes: ['n'] }),
      query({ filter: { ...everyLabel, sources: ['rule'] } }),
    ]) {
      for (const without of [overruled, []]) {
        const apart = await tallyLabels(database, of, 1_000_000, without);
        expect(apart).toEqual(expect.arrayContaining(await tallyLabels(database, of, 29, without)));
        expect(apart).toHaveLength((await tallyLabels(database, of, 29, without)).length);
      }
    }
    expect(await tallyOutcomes(database, query())).toEqual({ unmatched: 0, labels: 29, several_authors: true });
  });

  it('is chosen before the filter applies [OUT-06]', async () => {
    const rule = query({ filter: { ...everyLabel, sources: ['rule'] } });
    expect(await readAll(rule)).toEqual([]);
    const early = query({ filter: { ...everyLabel, until: '2026-03-02T00:00:00Z' } });
    expect(valuesOf(await readAll(early))).toEqual({ one: true });
  });

  it('agreement is of what people and keys said last, where two said something [CAL-10]', async () => {
    const rows = await readSaid(database, query(), epoch);
    expect([...new Set(rows.map(({ answer_id }) => answer_id))].sort()).toEqual(
      ['changedMind', 'majority', 'oneSpoke', 'ruleAmongPeople', 'tie', 'tieOfFour'].map((answer) => `ans_${answer}`),
    );
    const changed = rows.filter(({ answer_id }) => answer_id === 'ans_changedMind');
    expect(changed.map(({ author, value }) => [author, value])).toEqual([
      ['user:ann', false],
      ['user:bob', false],
      ['user:cid', true],
    ]);
    expect(await readSaid(database, query({ excludedPrefixes: ['n'] }), epoch)).toEqual([]);
    expect(await readSaid(database, query(), 'e2')).toEqual([]);
  });
});
