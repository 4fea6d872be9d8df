import fc from 'fast-check';
import { TableState } from './state';
import { madeAtMs, narrowingOf, nowMs, quoteOf, rowOf, scoreOf, stateOf, statisticOf } from './state.fake';
import { tableOf } from './table';
import { tableWith } from './table.fake';

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
