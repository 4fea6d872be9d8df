import fc from 'fast-check';
import { AlternativesTable } from '@app/contracts/calibration';
import { RowStatistic } from '@app/statistics';
import { TableRow, TableState } from './state';
import { madeAtMs, narrowingOf, nowMs, quoteOf, rowOf, scoreOf, stateOf, statisticOf } from './state.fake';
import { tableOf } from './table';

/** A gain that is beyond noise while it is corrected for fewer than five rows. */
const gain = (others: Partial<RowStatistic> = {}) => statisticOf(0.034, 0.012, others);
const noise = () => statisticOf(0.002, 0.4);
const loss = () => statisticOf(-0.05, 0.99);
const tableWith = (rows: TableRow[], others: Partial<TableState> = {}): AlternativesTable =>
  tableOf(
    stateOf({ rows, month: { scored: rows.filter(({ inK, score }) => inK && score).length, quoted: null }, ...others }),
  );
const verdicts = (table: AlternativesTable) => table.alternatives.map(({ verdict }) => verdict);

describe('the table of alternatives', () => {
  it('has its 17 members, and its rows their 20, scored or not [ALT-03] [ALT-20]', () => {
    const table = tableWith([rowOf(null), rowOf(scoreOf(noise())), narrowingOf(0.9, noise())]);
    expect(Object.keys(table)).toHaveLength(17);
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
      },
      auroc: {
        difference: 0.01,
        standard_error: 0.02,
        statistic: 0.5,
        p: 0.31,
        p_corrected: 0.31,
        corrected_for: 1,
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

describe('narrowings', () => {
  it('are no worse or worse, never counted and never billed [ALT-28]', () => {
    const rows = [narrowingOf(0.9, gain()), narrowingOf(0.95, loss())];
    const table = tableWith(rows);
    expect(table.corrected_for).toBe(0);
    expect(table.alternatives).toMatchObject([
      { verdict: 'no_worse', billed: null, moves_ranking: false, unit_reduction: 0.1 },
      { verdict: 'worse', billed: null, moves_ranking: false, unit_reduction: 0.05 },
    ]);
    for (const row of table.alternatives) {
      expect(row.change?.log_loss).toMatchObject({ p_corrected: null, corrected_for: 0 });
      expect(row.change?.auroc).toMatchObject({ p_corrected: null, corrected_for: 0 });
    }
  });

  it('stay unscored with too few labels, with their skips shown [ALT-26] [ALT-28]', () => {
    const skipped = { deleted: 380, image_erased: 0, not_derivable: 3, failed: 0 };
    const row = narrowingOf(0.5, null, { score: scoreOf(gain({ labels: 29 }), { skipped, costPerAnswer: 0.5 }) });
    expect(tableWith([row]).alternatives).toMatchObject([
      {
        verdict: 'unscored',
        labels: 29,
        labels_skipped: skipped,
        held_out: null,
        change: null,
        unit_reduction: null,
        scored_at: null,
      },
    ]);
  });

  it('are suggested from a saving of 20 % on, the cheapest first, behind a better row [ALT-17] [ALT-16]', () => {
    expect(tableWith([narrowingOf(0.81, noise())]).suggestion).toBeNull();
    // 1 - 0.8 is a little less than 0.2 in binary numbers.
    const fifth = narrowingOf(0.8, noise());
    expect(tableWith([fifth])).toMatchObject({ status: 'ready', suggestion: { id: fifth.id, because: 'cheaper' } });
    const half = narrowingOf(0.5, noise());
    expect(tableWith([fifth, half]).suggestion?.id).toBe(half.id);
    const better = rowOf(scoreOf(gain()));
    expect(tableWith([half, better]).suggestion).toEqual({ id: better.id, because: 'better' });
    expect(tableWith([fifth, narrowingOf(0.5, loss())]).suggestion?.id).toBe(fifth.id);
  });

  it('are not suggested when accuracy falls by more than a standard error and a point [ALT-04]', () => {
    const drops = (difference: number, standardError: number) =>
      tableWith([narrowingOf(0.5, statisticOf(0, 0.5, { accuracy: { difference, standardError } }))]);
    expect(drops(-0.03, 0.02)).toMatchObject({ status: 'none', reason: 'accuracy_would_drop', suggestion: null });
    expect(drops(-0.03, 0.03).suggestion?.because).toBe('cheaper');
    expect(drops(-0.01, 0.001).suggestion?.because).toBe('cheaper');
    expect(tableWith([narrowingOf(0.5, loss())]).reason).toBe('accuracy_would_drop');
    expect(tableWith([narrowingOf(0.9, loss())]).reason).toBe('nothing_better');
  });

  it('keep their numbers and hide their words below Team, in every sentence [ALT-41]', () => {
    const table = tableWith([narrowingOf(0.5, noise())], { plan: 'developer' });
    expect(table.alternatives).toMatchObject([
      { definition: null, differs: null, verdict: 'no_worse', unit_reduction: 0.5 },
    ]);
    expect(table.suggestion?.because).toBe('cheaper');
    expect(JSON.stringify(table)).not.toMatch(/secret_log|state\.text/);
    expect(table.plan_required).toEqual({
      message: expect.stringContaining('Team'),
      capability: 'alternatives',
      required_plan: 'team',
      plan: 'developer',
    });
    const team = tableWith([narrowingOf(0.5, noise())]);
    expect(team.plan_required).toBeNull();
    expect(team.alternatives[0].differs).toEqual(['context: without state.secret_log']);
    expect(team.headline).not.toContain('secret_log');
    const paid = tableWith([rowOf(null)], { plan: 'developer' });
    expect(paid.alternatives[0].definition).not.toBeNull();
  });
});

describe('any table', () => {
  const steps = ['better', 'no_worse', 'worse'];
  const statistics = fc
    .record({
      gain: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
      p: fc.double({ min: 0, max: 1, noNaN: true }),
      inLaterRun: fc.boolean(),
    })
    .map(({ gain: size, p, inLaterRun }) => scoreOf(statisticOf(size, p), { inLaterRun }));

  it('only moves claims down as the month goes on, by k alone, and counts what was deleted [ALT-10] [ALT-27]', () => {
    fc.assert(
      fc.property(
        fc.array(statistics, { minLength: 1, maxLength: 6 }),
        fc.nat(40),
        fc.nat(5),
        (scores, more, deleted) => {
          const rows = scores.map((score) => rowOf(score));
          const [before, after] = [0, more].map((extra) =>
            tableWith(rows, { month: { scored: rows.length + extra, quoted: null } }),
          );
          before.alternatives.forEach(({ id, verdict, moves_ranking }) => {
            const later = after.alternatives.find((row) => row.id === id)!;
            expect(steps.indexOf(later.verdict)).toBeGreaterThanOrEqual(steps.indexOf(verdict));
            if (verdict !== 'better') expect(later.verdict).toBe(verdict);
            if (!moves_ranking) expect(later.moves_ranking).toBe(false);
          });
          const gone = rows.map((row, i) => (i < deleted ? { ...row, isDeleted: true } : row));
          const left = tableWith(gone);
          expect(left.corrected_for).toBe(rows.length);
          const same = new Map(before.alternatives.map((row) => [row.id, row]));
          left.alternatives.forEach((row) => expect(row).toEqual(same.get(row.id)));
        },
      ),
    );
  });

  it('gives a reason with not_run and none, and a suggestion with ready alone [ALT-04] [ALT-16]', () => {
    const unscored = fc.constant(null).map(() => rowOf(null));
    const narrowing = statistics.map(({ comparison }) => narrowingOf(0.6, comparison!.statistic));
    const some = fc.oneof(
      statistics.map((score) => rowOf(score)),
      narrowing,
      unscored,
    );
    const rowsOf = fc.oneof(fc.array(some, { maxLength: 5 }), fc.array(unscored, { maxLength: 2 }));
    const bases = fc.constantFrom<TableState['basis']>(
      { kind: 'inherited', template: 'acme/*' },
      { kind: 'composite' },
      { kind: 'no_fit', labels: 3, needed: 10 },
      {
        kind: 'superseded',
        by: 'engine',
        engine: 'jev',
        sinceMs: nowMs,
        labels: 4,
        needed: 10,
        engineVersion: 'current+1',
      },
      { kind: 'fit', engineVersion: 'current+1', madeAtMs },
      { kind: 'fit', engineVersion: 'current+1', madeAtMs },
    );
    const runs = fc.option(
      fc.record({ done: fc.nat(9), total: fc.constant(10), rowsLeft: fc.nat(3), waitsForBudget: fc.boolean() }),
      { freq: 2 },
    );
    const states = fc.record({
      rows: rowsOf,
      basis: bases,
      run: runs,
      quote: fc.option(fc.constantFrom('ready', 'quoting'), { freq: 2 }),
    });
    const seen = new Set<string>();
    fc.assert(
      fc.property(states, fc.boolean(), fc.boolean(), ({ quote, ...others }, isBudgetPaused, automatic) => {
        const setting = { automatic, skipEngines: [], outcomes: null };
        const state = stateOf({ ...others, quote: quote && quoteOf({ status: quote }), isBudgetPaused, setting });
        const table = tableOf(state);
        seen.add(table.status);
        expect(table.reason === null).toBe(['ready', 'running', 'quoting'].includes(table.status));
        expect(table.suggestion !== null).toBe(table.status === 'ready');
        expect(table.headline !== null).toBe(table.status === 'ready');
        expect(table.message).toMatch(/^[^\s].*[.]$/);
        expect(table.message).not.toMatch(/undefined|NaN|null/);
        expect(tableOf(state)).toEqual(table);
        const claimed = table.alternatives.find(({ id }) => id === table.suggestion?.id);
        if (table.suggestion?.because === 'better') expect(claimed).toMatchObject({ in_k: true, verdict: 'better' });
        if (table.suggestion?.because === 'cheaper')
          expect(claimed).toMatchObject({ in_k: false, verdict: 'no_worse' });
      }),
      { numRuns: 400 },
    );
    expect([...seen].sort()).toEqual(['none', 'not_run', 'quoting', 'ready', 'running']);
  });
});
