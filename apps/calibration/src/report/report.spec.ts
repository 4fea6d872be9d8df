import { Judgment } from '../judgment/judgment';
import { LabelRow, readSources, reportOf } from './report';

const judgment: Judgment = {
  judgment_id: 'jdg_1',
  name: 'late',
  scope: 'n',
  active_version: 2,
  copied: null,
  type: 'bool',
  options: null,
  levels: null,
  thresholds: {},
};
const label = (others: Partial<LabelRow>): LabelRow => ({
  value: null,
  escape: false,
  source: 'posted',
  hindsight: false,
  engine_version: 'current+2026-03-02.1',
  number: null,
  escape_p: null,
  dist: null,
  ...others,
});

describe('reportOf', () => {
  it('counts by source, counts hindsight apart, and scores a bool [OUT-01] [CAL-01]', () => {
    const report = reportOf(judgment, [
      label({ value: true, number: 0.8 }),
      label({ value: false, number: 0.4, source: 'queue', hindsight: true }),
    ]);
    expect(report).toMatchObject({
      version: 2,
      engine_version: 'current+2026-03-02.1',
      fit: null,
      read_with: 'raw',
      base_rate: 0.5,
      labels: { count: 2, by_source: { posted: 1, queue: 1, rule: 0, implicit: 0 }, hindsight: 1 },
    });
    expect(report.raw.log_loss).toBeCloseTo((-Math.log(0.8) - Math.log(0.6)) / 2, 12);
    expect(report.raw.brier).toBeCloseTo((0.04 + 0.16) / 2, 12);
    expect(report.raw.accuracy).toBe(1);
  });

  it("shows a detached copy's own version and not the template's that its answers stand with [TPL-12]", () => {
    expect(reportOf({ ...judgment, copied: { stored: 2, shown: 1 } }, []).version).toBe(1);
  });

  it('scores a choice over its options and the escape', () => {
    const choice = { ...judgment, type: 'choice' as const, options: ['a', 'b'] };
    const dist = { b: 0.3, a: 0.3 };
    const { raw, base_rate } = reportOf(choice, [
      label({ value: 'b', dist, escape_p: 0.4 }),
      label({ escape: true, dist, escape_p: 0.4 }),
    ]);
    expect(base_rate).toBeNull();
    expect(raw.accuracy).toBe(0.5);
    expect(raw.log_loss).toBeCloseTo((-Math.log(0.3) - Math.log(0.4)) / 2, 12);
    expect(raw.brier).toBeCloseTo((0.09 + 0.49 + 0.16 + 0.09 + 0.09 + 0.36) / 2, 12);
  });

  it('scores a score by the nearest level of what happened and of its mean', () => {
    const score = { ...judgment, type: 'score' as const, levels: [1, 2, 5] };
    const dist = { '1': 0.1, '2': 0.3, '5': 0.6 };
    const { raw } = reportOf(score, [label({ value: 4.2, dist, number: 3.7 }), label({ value: 5, dist, number: 3.3 })]);
    expect(raw.accuracy).toBe(0.5);
    expect(raw.log_loss).toBeCloseTo(-Math.log(0.6), 12);
  });

  it('has no metric without labels, and no epoch when there are several', () => {
    expect(reportOf(judgment, [])).toMatchObject({
      engine_version: null,
      base_rate: null,
      labels: { count: 0 },
      raw: { log_loss: null, brier: null, accuracy: null },
    });
    const two = [label({ value: true, number: 1 }), label({ value: true, number: 1, engine_version: 'other' })];
    expect(reportOf(judgment, two).engine_version).toBeNull();
  });
});

describe('readSources', () => {
  it('keeps all where none is named, and refuses what is none [OUT-03] [OUT-04]', () => {
    expect(readSources(undefined)).toEqual(readSources(''));
    expect(readSources('posted,rule')).toEqual(['posted', 'rule']);
    expect(() => readSources('posted,guess')).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(() => readSources('posted,posted')).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
