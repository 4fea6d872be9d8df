import { narrowingOf, rowOf, scoreOf, statisticOf } from './state.fake';
import { gain, loss, noise, tableWith } from './table.fake';

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
