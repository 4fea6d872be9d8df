import { wilson } from '@app/statistics';
import { LabelSetBuilder } from '../outcome/label/label-set';
import type { Form, LabelRow } from '../outcome/label/label-set';
import { pastFit } from './past-fit';
import type { PastFitRow } from './past-fit.store';
import { weeksOf } from './weeks';

const form: Form = { type: 'bool', options: [], levels: [], features: [], parts: [] };

function labelAt(document: string, observed: string, others: Partial<LabelRow>): LabelRow {
  return {
    answer_id: `ans_${document}`,
    namespace: 'n',
    document,
    value: true,
    escape: false,
    source: 'posted',
    hindsight: false,
    observed_at: new Date(observed),
    weight: 1,
    draw: 0,
    draw_size: 0,
    judged_at: new Date('2026-03-01T00:00:00Z'),
    engine_version: 'e',
    number: 0.5,
    escape_p: null,
    dist: null,
    features: null,
    parts: null,
    ...others,
  };
}

function setOf(of: Form, rows: LabelRow[]) {
  const builder = new LabelSetBuilder(of);
  for (const row of rows) expect(builder.add(row)).toBeNull();
  return builder.build();
}

describe('labels by week', () => {
  const nowMs = Date.parse('2026-03-18T12:00:00Z');

  it('begin on Monday at midnight UTC, and hold the mean read, the share that came true and its interval [CAL-03]', () => {
    const set = setOf(form, [
      labelAt('a', '2026-03-08T23:59:59Z', { number: 0.9 }),
      labelAt('b', '2026-03-09T00:00:00Z', { number: 0.2, value: false }),
      labelAt('c', '2026-03-15T23:59:59Z', { number: 0.6 }),
    ]);
    const [before, after, ...others] = weeksOf(set, set.reads, { weeks: 26, nowMs });
    expect(others).toEqual([]);
    expect(before).toMatchObject({ week: '2026-03-02', labels: 1, mean_read: 0.9, observed: 1 });
    expect(after).toMatchObject({ week: '2026-03-09', labels: 2, observed: 0.5, interval: wilson(1, 2) });
    expect(after.mean_read).toBeCloseTo(0.4, 12);
  });

  it('are at most as many as asked for, that of now included, and none of the future [CAL-03]', () => {
    const days = ['2026-03-01', '2026-03-10', '2026-03-17', '2026-03-24'];
    const set = setOf(
      form,
      days.map((day) => labelAt(day, `${day}T00:00:00Z`, {})),
    );
    const weeks = (n: number) => weeksOf(set, set.reads, { weeks: n, nowMs }).map(({ week }) => week);
    expect(weeks(1)).toEqual(['2026-03-16']);
    expect(weeks(2)).toEqual(['2026-03-09', '2026-03-16']);
    expect(weeks(104)).toEqual(['2026-02-23', '2026-03-09', '2026-03-16']);
  });

  it('compare the most probable option of a choice with what happened [CAL-03]', () => {
    const choice: Form = { ...form, type: 'choice', options: ['x', 'y'] };
    const dist = { x: 0.7, y: 0.2 };
    const rows = ['x', 'y'].map((value) => labelAt(value, '2026-03-17T00:00:00Z', { value, dist, escape_p: 0.1 }));
    const set = setOf(choice, rows);
    const [week] = weeksOf(set, set.reads, { weeks: 1, nowMs });
    expect(week.mean_read).toBeCloseTo(0.7, 12);
    expect(week.observed).toBe(0.5);
  });
});

it('shows that a fit is the first of another epoch of the engine [CAL-03]', () => {
  const row = {
    id: 'fit_1',
    revision: '1',
    version: 1,
    made_at: new Date(0),
    read_with: 'raw' as const,
    outcomes: null,
    rule: 1,
    documents: null,
    labels: { count: 0, by_source: { posted: 0, queue: 0, rule: 0, implicit: 0 }, hindsight: 0 },
    held_out: { raw: null, calibrated: null, features_only: null },
  } as const;
  const at = (engine_version: string): PastFitRow => ({ ...row, engine_version });
  expect(pastFit(at('a'), undefined)).toMatchObject({ new_epoch: false, log_loss: null, ece_noise_floor: null });
  expect(pastFit(at('a'), at('a')).new_epoch).toBe(false);
  expect(pastFit(at('b'), at('a')).new_epoch).toBe(true);
});
