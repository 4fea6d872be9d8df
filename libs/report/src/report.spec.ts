import { cellText } from './figure-text';
import { columnsOf, figureRows } from './figure-rows';
import type { ReadReport } from './read-report';
import { verdictOf } from './verdict';

const raw = {
  log_loss: 0.897,
  log_loss_interval: [0.8, 1],
  accuracy: 0.508,
  auroc: 0.504,
  ece: 0.3,
  ece_noise_floor: { mean: 0.02, high: 0.05 },
};
const calibrated = {
  ...raw,
  log_loss: 0.441,
  log_loss_interval: [0.38, 0.5],
  accuracy: 0.858,
  auroc: 0.886,
  ece: 0.01,
};
const report: ReadReport = {
  type: 'bool',
  read_with: 'features',
  base_rate: 0.47,
  classes: [],
  labels: { used: 240, count: 240 },
  held_out: {
    raw,
    calibrated,
    base_rate: { log_loss: 0.69, accuracy: 0.53 },
    skill: 0.36,
    skill_interval: [0.3, 0.42],
  },
  drift: null,
};
const score: ReadReport = {
  ...report,
  type: 'score',
  base_rate: null,
  classes: [
    { value: '1', share: 0.5 },
    { value: '3', share: 0.5 },
  ],
  held_out: {
    ...report.held_out,
    calibrated: { ...calibrated, mean_absolute_error: 0.62 },
    base_rate: { log_loss: 0.7, accuracy: 0.5, mean_absolute_error: 1.04 },
  },
};
const gained = (skill_interval: number[], more: Partial<ReadReport['held_out']> = {}): ReadReport => ({
  ...report,
  held_out: { ...report.held_out, ...more, skill_interval },
});

describe('the figures of a report', () => {
  it('stand under one name each, with what reads use first, raw beside it, and the base rate [CAL-08]', () => {
    expect(columnsOf(report).map(({ key, title }) => [key, title])).toEqual([
      ['calibrated', 'Calibrated (in use)'],
      ['raw', 'Raw'],
      ['base', 'Always saying the base rate'],
    ]);
    const rows = figureRows(report);
    const texts = rows.map(({ label, unit, ...row }) => [
      label,
      ...columnsOf(report).map(({ key }) => cellText(row[key], unit)),
    ]);
    expect(texts).toEqual([
      ['Gain over the base rate', '36.0 % (30.0 % to 42.0 %)', '–', '–'],
      ['Log loss', '0.441 (0.380 to 0.500)', '0.897 (0.800 to 1.000)', '0.690'],
      ['Calibration error', '0.010', '0.300', '–'],
      ['Calibration error by chance', '0.020 (up to 0.050)', '0.020 (up to 0.050)', '–'],
      ['AUROC', '0.886', '0.504', '–'],
      ['Accuracy', '85.8 %', '50.8 %', '53.0 %'],
    ]);
  });

  it('leave out what a report from before the base rate lacks, and say that raw is in use [CAL-08]', () => {
    const { base_rate: _, skill: __, skill_interval: ___, ...earlier } = report.held_out;
    const stored: ReadReport = { ...report, read_with: 'raw', held_out: { ...earlier, calibrated: null } };
    expect(columnsOf(stored).map(({ title }) => title)).toEqual(['Raw (in use)']);
    expect(figureRows(stored).map(({ key }) => key)).not.toContain('skill');
    expect(figureRows({ ...stored, held_out: { raw: null, calibrated: null } })).toEqual([]);
  });

  it('name the two accuracies of a score in words [ST-F12]', () => {
    const held = { ...calibrated, accuracy_of_value: 0.29, mean_absolute_error: 0.6, kappa: 0.4 };
    const labels = figureRows({ ...score, held_out: { ...score.held_out, calibrated: held } }).map((row) => row.label);
    expect(labels).toEqual(expect.arrayContaining(['Accuracy of the nearest level', 'Accuracy of the value']));
  });
});

describe('the verdict of a report', () => {
  it.each([
    ['better', 'Right in 86 %; always saying no would be right in 53 %.', report],
    [
      'better',
      'Right in 86 %; always saying no would be right in 87 %, and its probabilities say more (log loss 0.441 against 0.690).',
      gained([0.3, 0.42], { base_rate: { log_loss: 0.69, accuracy: 0.87 } }),
    ],
    [
      'no_better',
      'Right in 86 %; always saying no would be right in 87 %: do not act on it yet.',
      gained([-0.1, 0.1], { base_rate: { log_loss: 0.44, accuracy: 0.87 } }),
    ],
    [
      'no_better',
      'Right in 86 %; always saying no would be right in 53 %: do not act on it yet.',
      gained([-0.3, -0.1]),
    ],
    [
      'drifted',
      'Right in 86 %; always saying no would be right in 53 %, but the last 30 days were worse than that: look before you act on it.',
      { ...report, drift: { worse: true } },
    ],
    [
      'few_labels',
      'Right in 86 %, on 40 labels of 8 documents: too few to act on.',
      { ...report, labels: { used: 40, count: 40, documents: 8 } },
    ],
    [
      'no_labels',
      'No label yet, so nobody knows how right it is.',
      { ...report, held_out: { raw: null, calibrated: null } },
    ],
    [
      'not_compared',
      'Right in 86 %; whether that beats guessing, the next fit will say.',
      { ...report, held_out: { raw, calibrated } },
    ],
    ['better', 'Off by 0.6 on average; always saying 2.0 would be off by 1.0.', score],
    [
      'better',
      'Right in 86 %; always saying none of these would be right in 53 %.',
      {
        ...report,
        type: 'choice',
        base_rate: null,
        classes: [
          { value: 'a', share: 0.2 },
          { value: null, share: 0.8 },
        ],
      },
    ],
  ] as const)('is `%s`: %s [CAL-08]', (code, sentence, of) => {
    expect(verdictOf(of)).toEqual({ code, sentence });
  });
});
