import { Thresholds } from '@app/definition';
import { CascadeCurve } from '@app/statistics';
import { RowComparison } from '../../figure/compare-row';
import { TableRow } from './state';
import { narrowingOf, rowOf, scoreOf } from './state.fake';
import { noise, tableWith } from './table.fake';

/** On 400 documents each rule up to .30 harms nobody, and that of .40 one in fifty. */
const curve: CascadeCurve = {
  documents: 400,
  dear: 0.9,
  asked: Array.from({ length: 40 }, (_, rule) => 0.8 - rule / 100),
  accuracy: Array.from({ length: 40 }, () => 0.9),
  harmed: Array.from({ length: 40 }, (_, rule) => (rule < 30 ? 0 : 0.02)),
  cuts: [
    {
      differs: Array.from({ length: 40 }, (_, rule) => rule / 1_000),
      harmed: Array.from({ length: 40 }, (_, rule) => (rule < 20 ? 0 : 0.02)),
    },
  ],
};
type Others = Partial<Pick<RowComparison, 'cascade'>>;

/** An engine of 0.25 units of the version's 1. */
function cheaper(others: Others = {}, row: Partial<TableRow> = {}, cost = 0.25): TableRow {
  const score = scoreOf(noise(), { costPerAnswer: cost });
  const cascade = { curve, thresholds: [{ name: 'alarm', at: 0.7 }] };
  return rowOf({ ...score, comparison: score.comparison && { ...score.comparison, cascade, ...others } }, row);
}
const thresholds = { alarm: 0.7 };

describe('cascades', () => {
  it('ask a cheaper engine first, as far as no threshold in force is harmed', () => {
    const row = cheaper();
    const { cascades, cascades_reason } = tableWith([row], { thresholds });
    expect(cascades_reason).toBeNull();
    expect(cascades).toHaveLength(1);
    expect(cascades?.[0]).toMatchObject({
      first: row.id,
      then: 'version',
      low: 0.2,
      high: 0.8,
      asked: expect.closeTo(0.61, 12),
      cost_per_answer: expect.closeTo(0.86, 12),
      accuracy: 0.9,
      version_accuracy: 0.9,
      harmed: 0,
      harmed_at_most: expect.closeTo(1 - 0.05 ** (1 / 400), 10),
      thresholds: [{ name: 'alarm', threshold: 0.7, differs: 0.019, harmed: 0 }],
    });
    expect(cascades?.[0].thresholds[0].differs_at_most).toBeGreaterThan(0.019);
  });

  it('leave out thresholds that are others than when the row was scored', () => {
    for (const changed of [{ alarm: 0.71 }, {}, { other: 0.7 }] as Thresholds[]) {
      expect(tableWith([cheaper()], { thresholds: changed }).cascades).toMatchObject([{ low: 0.3, thresholds: [] }]);
    }
  });

  it('split the 5 % over all pairs of the month, those that were taken off too, and are listed by their cost', () => {
    const [one, dear] = [cheaper(), cheaper({}, {}, 0.35)];
    const two = tableWith([dear, one, cheaper({}, { isDeleted: true })], { thresholds });
    expect(two.cascades?.map(({ first }) => first)).toEqual([one.id, dear.id]);
    expect(two.cascades?.[0].harmed_at_most).toBeCloseTo(1 - (0.05 / 3) ** (1 / 400), 10);
  });

  it('are none, with the reason', () => {
    const reasonOf = (rows: TableRow[], others = {}) => {
      const { cascades, cascades_reason: reason } = tableWith(rows, others);
      expect(cascades).toEqual([]);
      return reason;
    };
    expect(reasonOf([rowOf(null), narrowingOf(0.5, noise())])).toBe('No alternative of this month is scored.');
    expect(reasonOf([cheaper({}, {}, 1)])).toBe('No scored alternative costs less per answer than the version.');
    expect(reasonOf([cheaper({ cascade: null })])).toContain('yes or no');
    expect(reasonOf([cheaper({}, { contexts: 'live' })])).toContain('No scored alternative costs less');
    // Rows from before cascades were counted have none.
    expect(reasonOf([rowOf(scoreOf(noise()))])).toContain('No scored alternative costs less');
    const few = { curve: { ...curve, documents: 140 }, thresholds: [] };
    expect(reasonOf([cheaper({ cascade: few })])).toBe(
      'Of 1 cheaper alternative none is proven to save anything and harm at most 2 % of the documents; with none harmed that takes 149 labelled documents.',
    );
    expect(reasonOf([cheaper({ cascade: few }), cheaper({ cascade: few })])).toContain('takes 183 labelled');
    const run = { done: 0, total: 9, rowsLeft: 1, waitsForBudget: false };
    expect(reasonOf([cheaper()], { run })).toContain('A run is under way');
  });
});

it('speaks for labelled answers where one row does, and for nothing that was not looked at [ST-F6]', () => {
  const speaking = (speaksFor?: 'all' | 'labelled') => {
    const score = scoreOf(noise());
    return rowOf({ ...score, comparison: score.comparison && { ...score.comparison, speaksFor } });
  };
  expect(tableWith([speaking('all'), speaking('all')]).speaks_for).toBe('all');
  expect(tableWith([speaking('all'), speaking('labelled')]).speaks_for).toBe('labelled');
  expect(tableWith([speaking()]).speaks_for).toBeNull();
});
