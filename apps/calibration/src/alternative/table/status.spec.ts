import { TableRow, TableState } from './state';
import { narrowingOf, nowMs, quoteOf, rowOf, scoreOf, stateOf, statisticOf } from './state.fake';
import { tableOf } from './table';

const noise = () => scoreOf(statisticOf(0.002, 0.4));
const automatic = { automatic: true, skipEngines: [], outcomes: null };
const moved = {
  kind: 'superseded',
  engine: 'jev',
  sinceMs: Date.parse('2026-11-20T09:00:00Z'),
  labels: 4,
  needed: 10,
} as const;
const told = (rows: TableRow[], others: Partial<TableState> = {}) => {
  const { status, reason, message } = tableOf(stateOf({ rows, month: { scored: 0, quoted: null }, ...others }));
  return { stands: [status, reason], message };
};

describe('the status of a table', () => {
  it('is the first that holds [ALT-04] [ALT-05] [ALT-06] [ALT-44]', () => {
    const run = { done: 120, total: 412, rowsLeft: 1, waitsForBudget: false };
    const cases: [string, string | null, Partial<TableState>][] = [
      ['not_run', 'inherited', { basis: { kind: 'inherited', template: 'acme/*' }, run }],
      ['not_run', 'composite', { basis: { kind: 'composite' } }],
      ['not_run', 'too_few_outcomes', { basis: { kind: 'no_fit', labels: 4, needed: 10 } }],
      ['not_run', 'superseded', { basis: { ...moved, by: 'engine', engineVersion: 'e1' } }],
      ['running', null, { run, isBudgetPaused: true }],
      ['not_run', 'budget_paused', { run: { ...run, waitsForBudget: true } }],
      ['quoting', null, { quote: quoteOf({ status: 'quoting' }), isBudgetPaused: true }],
      ['not_run', 'budget_paused', { isBudgetPaused: true, setting: automatic }],
      ['not_run', 'awaiting_run', { setting: automatic }],
      ['not_run', 'awaiting_confirm', {}],
    ];
    for (const [status, reason, others] of cases) {
      expect(told([rowOf(null)], { quote: quoteOf(), ...others }).stands).toEqual([status, reason]);
    }
  });

  it('says that there is nothing to score, and waits for no run, without a paid row [ALT-04] [S-D15]', () => {
    for (const rows of [[], [narrowingOf(0.5, null)]]) {
      const { stands, message } = told(rows);
      expect(stands).toEqual(['not_run', 'nothing_to_score']);
      expect(message).toContain('There is nothing to score');
    }
  });

  it('of scored rows does not depend on what is unscored beside them [ALT-44]', () => {
    for (const others of [{}, { quote: quoteOf({ status: 'quoting' }) }, { isBudgetPaused: true }] as const) {
      expect(told([rowOf(noise()), rowOf(null)], others).stands).toEqual(['none', 'nothing_better']);
    }
    expect(told([rowOf(noise(), { isDeleted: true }), rowOf(null)]).stands).toEqual(['none', 'nothing_better']);
    const run = { done: 1, total: 2, rowsLeft: 1, waitsForBudget: true };
    expect(told([rowOf(noise()), rowOf(null)], { run }).stands).toEqual(['running', null]);
  });

  it('of narrowings alone is ready, or asks for what is unscored, or none [ALT-44] [ALT-46]', () => {
    const [cheap, dear] = [narrowingOf(0.5, statisticOf(0, 0.5)), narrowingOf(0.9, statisticOf(0, 0.5))];
    expect(told([cheap, rowOf(null)]).stands).toEqual(['ready', null]);
    expect(told([dear, rowOf(null)]).stands).toEqual(['not_run', 'awaiting_confirm']);
    expect(told([dear])).toEqual({
      stands: ['none', 'nothing_better'],
      message: 'No narrowing is at least 20 % cheaper per answer than version 3.',
    });
  });

  it('is superseded where the engine moved, and keeps what was scored [ALT-47]', () => {
    const basis = { ...moved, by: 'engine', engineVersion: 'current+2026-11-02.1' } as const;
    expect(told([rowOf(null)], { basis })).toEqual({
      stands: ['not_run', 'superseded'],
      message: 'jev changed on 2026-11-20; 4 of 10 labels since.',
    });
    const better = rowOf(scoreOf(statisticOf(0.034, 0.001)));
    const table = tableOf(stateOf({ rows: [better], basis, month: { scored: 1, quoted: null } }));
    expect(table).toMatchObject({ status: 'none', reason: 'superseded', corrected_for: 1, suggestion: null });
    expect(table).toMatchObject({ engine_version: 'current+2026-11-02.1', alternatives: [{ verdict: 'better' }] });
    const version = { ...moved, by: 'version', labels: 12, engineVersion: null } as const;
    expect(told([rowOf(null)], { basis: version }).message).toBe(
      'Version 3 became active on 2026-11-20; the next night fits the 12 labels since.',
    );
  });
});

describe('the message', () => {
  it('says what confirming costs, and what else it does [ALT-13] [ALT-38] [ALT-39]', () => {
    expect(told([rowOf(null)], { quote: quoteOf() }).message).toBe(
      '1 alternative is not scored; confirm quote 7: $2.03 for 405 answers.',
    );
    const upstream = [{ alternative: 'alt_1', judgment: 'topic', documents: 9, judgment_units: 9, cost_usd: 1 }];
    const { message } = told([rowOf(null), rowOf(null)], {
      quote: quoteOf({ new_providers: ['gpt-6-luna current'], upstream, cost_usd: 0.00042 }),
    });
    expect(message).toBe(
      '2 alternatives are not scored; confirm quote 7: $0.00042 for 405 answers. Confirming sends labelled contexts to gpt-6-luna current for the first time. Documents without an answer of topic are not backfilled by the run.',
    );
    expect(told([rowOf(null)], { quote: quoteOf({ reason: 'No labelled answer has a context left.' }) }).message).toBe(
      '1 alternative is not scored. No labelled answer has a context left.',
    );
  });

  it('says when the automatic run comes, and which rows it leaves [ALT-07]', () => {
    expect(told([rowOf(null)], { quote: quoteOf(), setting: automatic }).message).toContain('after the next fit');
    const [item] = quoteOf().alternatives;
    const quote = quoteOf({ alternatives: [{ ...item, new_provider: true }], new_providers: ['x current'] });
    expect(told([rowOf(null)], { quote, setting: automatic }).message).toContain('confirm quote 7');
  });

  it('of none says what was detectable, as quoted and as the rows showed [ALT-13] [ALT-40]', () => {
    const rows = [rowOf(noise()), rowOf(noise())];
    const month = { scored: 2, quoted: { log_loss: 0.0312, auroc: 0.03, k: 2 } };
    expect(told(rows, { month }).message).toMatch(
      /^2 alternatives are scored this month, and none beat version 3 beyond noise: gains of 0\.0312 log loss or more were detectable as quoted \(0\.0\d\d by what the rows showed\)\.$/,
    );
    expect(told(rows).message).toMatch(/: gains of 0\.0\d\d log loss or more were detectable\.$/);
    const labels = { count: 412, sampled: false, usedIn: '2026-10' };
    expect(told(rows, { labels }).message).toContain('used in 2026-10');
    const empty = rowOf({ ...noise(), labels: 0, comparison: null });
    expect(told([empty]).message).toContain('too few to detect');
  });

  it('of a run says how far it is, and that it waits', () => {
    const run = { done: 120, total: 412, rowsLeft: 1, waitsForBudget: false };
    expect(told([rowOf(null)], { run }).message).toBe('120 of 412 answers of the run are in.');
    expect(told([rowOf(null)], { run: { ...run, waitsForBudget: true } }).message).toBe(
      '120 of 412 answers of the run are in; it waits until the budget is raised.',
    );
  });

  it('of a ready table counts the better rows; the headline names the correction, and a row that the reader finds [ALT-13] [ST-F11]', () => {
    const better = rowOf(scoreOf(statisticOf(0.034, 0.001)));
    const differs = ['question: "Will the parcel be late?"', `criteria: "${'Late by the clock. '.repeat(5)}"`];
    const worded = rowOf(scoreOf(statisticOf(0.03, 0.001)), { differs, source: 'named' });
    const table = tableOf(stateOf({ rows: [better, worded, rowOf(noise())], nowMs }));
    expect(table.message).toBe(
      '2 of 3 scored alternatives lowered the log loss of version 3 beyond noise; the least loss has row 1, gpt-6-luna current; nothing is applied automatically.',
    );
    expect(table.headline).toBe(
      'Row 1, gpt-6-luna current, lowers log loss by 0.034 (from 0.291), beyond noise after correcting for 3 alternatives',
    );
    const only = tableOf(stateOf({ rows: [rowOf(noise()), worded], month: { scored: 2, quoted: null } }));
    expect(only.headline).toBe(
      'Row 2, question: "Will the parcel be late?"; criteria: "Late by the clock. Late by the…, lowers log loss by 0.030 (from 0.291), beyond noise after correcting for 2 alternatives',
    );
  });

  it('of a narrowing says what it loses at most, and "not proven" where that is more than a tenth of the loss [ALT-17] [ST-F8]', () => {
    const cheap = (standardError: number) =>
      tableOf(stateOf({ rows: [narrowingOf(0.76, statisticOf(-0.002, 0.6, { standardError }))] }));
    // 0.002 + 1.645 * 0.012 = 0.0217 of 0.291.
    const near = cheap(0.012);
    expect(near.headline).toBe(
      'Row 1, a narrower context, costs 24 % less per answer and is no worse (log loss 0.293, now 0.291), uncorrected because it claims no gain; it loses at most 0.022 (95 %)',
    );
    expect(near.message).toBe(
      'A narrowing, row 1, is at least 20 % cheaper per answer and no worse (it loses at most 0.022 (95 %)); nothing is applied automatically.',
    );
    expect(near.alternatives[0].change?.log_loss.loses_at_most).toBeCloseTo(0.002 + 1.6449 * 0.012, 5);
    // Few labels: it is suggested as the specification says, and the sentences say that nothing is proven.
    const far = cheap(0.03);
    expect(far.suggestion?.because).toBe('cheaper');
    const words = "not proven: the labels allow a loss of 0.051 (95 %), more than a tenth of the version's 0.291";
    expect(far.headline).toContain(words);
    expect(far.message).toContain(words);
  });

  it('says that labels of the review queue are weighted, where a row has some [ST-F6]', () => {
    const queued = (count: number) => {
      const score = scoreOf(statisticOf(0.034, 0.001));
      const { comparison } = score;
      return tableOf(
        stateOf({ rows: [rowOf({ ...score, comparison: comparison && { ...comparison, queued: count } })] }),
      );
    };
    const sentence = 'Labels of the review queue count for the answers that they stand for.';
    expect(queued(12).message).toContain(sentence);
    expect(queued(0).message).not.toContain(sentence);
  });
});
