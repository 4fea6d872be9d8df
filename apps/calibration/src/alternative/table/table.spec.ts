import { AlternativesTable } from '@app/contracts/calibration';
import { TableState } from './state';
import { madeAtMs, narrowingOf, rowOf, scoreOf, stateOf, statisticOf } from './state.fake';
import { tableOf } from './table';
import { gain, noise, tableWith } from './table.fake';

const verdicts = (table: AlternativesTable) => table.alternatives.map(({ verdict }) => verdict);

describe('the table of alternatives', () => {
  it('has its 17 members and three of ours, and its rows their 20, scored or not [ALT-03] [ALT-20]', () => {
    const table = tableWith([rowOf(null), rowOf(scoreOf(noise())), narrowingOf(0.9, noise())]);
    expect(Object.keys(table)).toHaveLength(20);
    expect(table).toMatchObject({ cascades: [], cascades_reason: expect.any(String), speaks_for: null });
    for (const row of table.alternatives) {
      expect(Object.keys(row)).toHaveLength(20);
      expect(Object.values(row)).not.toContain(undefined);
    }
    expect(Object.values(table)).not.toContain(undefined);
  });

  it('lists engines, then named rows by time, then narrowings by their saving, without deleted ones [ALT-11] [ALT-21]', () => {
    const named = (id: string, namedAtMs: number, isDeleted = false) =>
      rowOf(null, { id, source: 'named', namedBy: 'key:key_1', namedAtMs, isDeleted });
    const rows = [
      narrowingOf(0.9, noise(), { id: 'a-tenth' }),
      named('second', 2),
      narrowingOf(0.7, noise(), { id: 'three-tenths' }),
      rowOf(null, { id: 'luna' }),
      named('gone', 1.5, true),
      named('first', 1),
      rowOf(null, { id: 'claude', differs: ['engine: claude current'] }),
    ];
    const { alternatives } = tableWith(rows);
    expect(alternatives.map(({ id }) => id)).toEqual(['claude', 'luna', 'first', 'second', 'three-tenths', 'a-tenth']);
    expect(alternatives.map(({ in_k }) => in_k)).toEqual([true, true, true, true, false, false]);
    expect(alternatives[2]).toMatchObject({
      source: 'named',
      named_by: 'key:key_1',
      named_at: '1970-01-01T00:00:00.001Z',
    });
    expect(tableWith([...rows].reverse())).toEqual(tableWith(rows));
  });

  it('says `as_of` of live rows alone [ALT-23]', () => {
    const { alternatives } = tableWith(
      (['stored', 'narrowed', 'live'] as const).map((contexts) => rowOf(null, { contexts })),
    );
    expect(alternatives.map((row) => [row.contexts, row.as_of])).toEqual([
      ['stored', null],
      ['narrowed', null],
      ['live', 'now'],
    ]);
  });

  it('takes a claim back as more rows are scored, deleted ones too [ALT-10] [ALT-18] [ALT-27]', () => {
    const better = rowOf(scoreOf(gain()));
    const alone = tableWith([better]);
    expect(alone).toMatchObject({
      status: 'ready',
      corrected_for: 1,
      suggestion: { id: better.id, because: 'better' },
    });
    expect(alone.alternatives[0].change?.log_loss).toMatchObject({ p: 0.012, p_corrected: 0.012, corrected_for: 1 });
    const others = [1, 2, 3, 4].map(() => rowOf(scoreOf(noise()), { isDeleted: true }));
    const among = tableWith([better, ...others]);
    expect(among).toMatchObject({ status: 'none', corrected_for: 5, suggestion: null, headline: null });
    expect(among.alternatives).toMatchObject([
      { verdict: 'no_worse', change: { log_loss: { p_corrected: 0.06, corrected_for: 5 } } },
    ]);
  });

  it('counts what was scored on other versions of the month, and never fewer than it shows [ALT-10]', () => {
    const rows = [rowOf(scoreOf(gain())), narrowingOf(0.9, noise())];
    const table = tableWith(rows, { month: { scored: 5, quoted: null } });
    expect(table).toMatchObject({ status: 'none', corrected_for: 5 });
    expect(table.alternatives.map(({ change }) => change?.log_loss.corrected_for)).toEqual([5, 0]);
    expect(tableWith(rows, { month: { scored: 0, quoted: null } }).corrected_for).toBe(1);
  });

  it('does not suggest a row that was taken off it [ALT-16]', () => {
    const [better, cheap] = [rowOf(scoreOf(gain())), narrowingOf(0.5, noise())];
    expect(tableWith([{ ...better, isDeleted: true }, cheap]).suggestion?.id).toBe(cheap.id);
    expect(tableWith([{ ...better, isDeleted: true }])).toMatchObject({
      status: 'none',
      suggestion: null,
      corrected_for: 1,
    });
  });

  it('counts a row of a later run twice, and says so [ALT-27]', () => {
    const later = tableWith([rowOf(scoreOf(gain(), { inLaterRun: true })), rowOf(scoreOf(noise()))]);
    expect(later.alternatives[0].change?.log_loss).toMatchObject({ p_corrected: 0.048, corrected_for: 2 });
    expect(later.headline).toContain('correcting for 2 alternatives, scored in several runs');
    const three = tableWith([
      rowOf(scoreOf(gain(), { inLaterRun: true })),
      rowOf(scoreOf(noise())),
      rowOf(scoreOf(noise())),
    ]);
    expect(three.suggestion).toBeNull();
  });

  it('never claims in a run what the rest of the run takes back', () => {
    const rows = [rowOf(scoreOf(gain())), ...[1, 2, 3, 4].map(() => rowOf(null))];
    const run = { done: 412, total: 2060, rowsLeft: 4, waitsForBudget: false };
    const during = tableWith(rows, { run });
    expect(verdicts(during)[0]).toBe('no_worse');
    expect(during).toMatchObject({ status: 'running', suggestion: null, corrected_for: 1 });
  });

  it('gives the difference as alternative minus version [ALT-29]', () => {
    const statistic = gain({ accuracy: { difference: -0.03, standardError: 0.02 } });
    const [row] = tableWith([rowOf(scoreOf(statistic))]).alternatives;
    expect(row.change).toEqual({
      log_loss: {
        difference: -0.034,
        standard_error: 0.012,
        statistic: -0.034 / 0.012,
        p: 0.012,
        p_corrected: 0.012,
        corrected_for: 1,
        loses_at_most: 0,
      },
      auroc: {
        difference: 0.01,
        standard_error: 0.02,
        statistic: 0.5,
        p: 0.31,
        p_corrected: 0.31,
        corrected_for: 1,
        loses_at_most: expect.closeTo(-0.01 + 1.6449 * 0.02, 5),
      },
      accuracy: -0.03,
    });
    expect(row.billed).toEqual({ judgment_units: 1030, cost_usd: 2.06 });
    const flat = statisticOf(0, 1, { standardError: 0, auroc: null });
    expect(tableWith([rowOf(scoreOf(flat))]).alternatives[0].change).toMatchObject({
      log_loss: { difference: 0, statistic: null },
      auroc: null,
    });
  });

  it('tells a better ranking after the same correction [ALT-32]', () => {
    const ranks = () => statisticOf(0.002, 0.4, { auroc: { difference: 0.05, standardError: 0.02, p: 0.02 } });
    const moves = (n: number) =>
      tableWith([rowOf(scoreOf(ranks())), ...Array.from({ length: n }, () => rowOf(scoreOf(noise())))]);
    expect(moves(1).alternatives.map((row) => row.moves_ranking)).toEqual([true, false]);
    expect(moves(2).alternatives.map((row) => row.moves_ranking)).toEqual([false, false, false]);
  });

  it('does not test too few labels, and bills them [ALT-26] [ALT-33]', () => {
    const few = rowOf(scoreOf(gain({ labels: 29 })));
    const none = rowOf({ ...scoreOf(gain()), labels: 0, comparison: null, costPerAnswer: null, units: 0, costUsd: 0 });
    expect(tableWith([few, none]).alternatives).toMatchObject([
      { verdict: 'untested', labels: 29, billed: { judgment_units: 1030 }, held_out: { log_loss: expect.any(Number) } },
      { verdict: 'untested', labels: 0, held_out: null, change: null, billed: { judgment_units: 0 } },
    ]);
  });

  it('shows the version on the labels of the row with most of them; null before a run [ALT-12]', () => {
    expect(tableWith([rowOf(null)]).current).toBeNull();
    const fewer = scoreOf(noise(), { labels: 300, versionCostPerAnswer: 9 });
    expect(tableWith([rowOf(fewer), rowOf(scoreOf(noise()))]).current).toMatchObject({
      held_out: { log_loss: 0.291 },
      cost_per_answer: 1,
    });
  });

  it('begins each month without scores [ALT-15] [ALT-45]', () => {
    const rows = [
      rowOf(scoreOf(gain(), { scoredAtMs: Date.parse('2026-10-31T23:59:59Z') })),
      narrowingOf(0.5, noise()),
    ];
    const [old, present] = tableWith(rows, { month: { scored: 0, quoted: null } }).alternatives;
    expect(old).toMatchObject({
      verdict: 'unscored',
      labels: 0,
      held_out: null,
      change: null,
      billed: null,
      scored_at: null,
    });
    expect(present.verdict).toBe('no_worse');
    const turned = tableOf(stateOf({ rows, nowMs: Date.parse('2026-12-01T00:00:00Z') }));
    expect(turned).toMatchObject({
      status: 'not_run',
      corrected_for: 0,
      current: null,
      computed_at: null,
      suggestion: null,
    });
    expect(verdicts(turned)).toEqual(['unscored', 'unscored']);
  });

  it('says when the automatic run may start [ALT-07]', () => {
    const at = (others: Partial<TableState>, rows = [rowOf(null)]) => tableWith(rows, others).next_run_after;
    const setting = { automatic: true, skipEngines: [], outcomes: null };
    expect(at({})).toBeNull();
    expect(at({ setting })).toBe(new Date(madeAtMs).toISOString());
    expect(at({ setting }, [rowOf(scoreOf(noise()))])).toBe('2026-12-01T00:00:00.000Z');
    expect(at({ setting, run: { done: 0, total: 1, rowsLeft: 1, waitsForBudget: false } })).toBe(
      '2026-12-01T00:00:00.000Z',
    );
    expect(at({ setting, basis: { kind: 'no_fit', labels: 3, needed: 10 } })).toBeNull();
  });
});
