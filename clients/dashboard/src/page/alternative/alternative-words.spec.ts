import type { Schema } from '@app/sdk/client';
import {
  allowedText,
  billedText,
  cascadeText,
  changeText,
  contextsText,
  correctedText,
  detectableText,
  labelsText,
  toneOf,
} from './alternative-words';

const test = (members: Partial<Schema<'AlternativeTest'>> = {}): Schema<'AlternativeTest'> => ({
  difference: -0.034,
  standard_error: 0.01,
  statistic: -3.4,
  p: 0.001,
  p_corrected: 0.004,
  corrected_for: 4,
  ...members,
});

it('shows a difference with its sign and its interval of 95 %, and a dash before a row is scored [ALT-29]', () => {
  expect(changeText(test())).toBe('−0.034 (−0.054 to −0.014)');
  expect(changeText(test({ difference: 0.0001, standard_error: 0.01 }))).toBe('0.000 (−0.019 to +0.020)');
  expect([changeText(null), changeText(undefined)]).toEqual(['–', '–']);
});

it('says for how many rows p is corrected, and nothing of a narrowing [ALT-10]', () => {
  expect(correctedText(test())).toBe('0.0040 for 4');
  expect(correctedText(test({ p_corrected: null, corrected_for: 0 }))).toBe('–');
});

it('marks contexts of now, and shows a kind of a later service as it is [ALT-23]', () => {
  expect(contextsText({ contexts: 'stored', as_of: null })).toBe('input of each answer');
  expect(contextsText({ contexts: 'live', as_of: 'now' })).toBe('compiled from the current documents, as of now');
  expect(contextsText({ contexts: 'frozen' as 'live', as_of: null })).toBe('frozen');
  expect([toneOf('better'), toneOf('new')]).toEqual(['good', 'calm']);
});

it('counts labels, and tells why others have no answer [ALT-25]', () => {
  const skipped = { deleted: 2, image_erased: 0, not_derivable: 0, failed: 3 };
  expect(labelsText({ labels: 55, labels_skipped: skipped })).toBe('55 (2 document deleted, 3 engine failed)');
  expect(labelsText({ labels: 60, labels_skipped: { ...skipped, deleted: 0, failed: 0 } })).toBe('60');
});

it('names what was billed and the smallest gain that a run could show [ALT-33] [ALT-40]', () => {
  expect(billedText({ judgment_units: 60, cost_usd: 0.048 })).toBe('60 judgments, $0.0480');
  expect(billedText(null)).toBe('–');
  expect(detectableText({ log_loss: 0.05, auroc: null, k: 3 })).toBe('0.050 of log loss, corrected for 3');
  expect(detectableText({ log_loss: 0.05, auroc: 0.02, k: 1 })).toBe(
    '0.050 of log loss or 0.020 of AUROC, corrected for 1',
  );
});

it('says what a row without a gain may lose, and that too few labels prove nothing [ST-F8]', () => {
  const heldOut = (log_loss: number) => ({ log_loss }) as NonNullable<Schema<'Alternative'>['held_out']>;
  const change = (loses_at_most?: number) =>
    ({ log_loss: test({ difference: 0.001, loses_at_most }) }) as NonNullable<Schema<'Alternative'>['change']>;
  const text = (most?: number, verdict: Schema<'Alternative'>['verdict'] = 'no_worse') =>
    allowedText({ verdict, change: change(most), held_out: heldOut(0.292) });
  expect([text(0.022), text(0.03)]).toEqual(['loses at most 0.022', 'loses at most 0.030, not proven']);
  // A result of a run from before the member, and other verdicts.
  expect([text(undefined), text(0.022, 'worse'), text(0, 'better')]).toEqual(['', '', '']);
});

it('says what asking a cheaper row first would be worth, or why nothing', () => {
  const rows = [{ id: 'alt_1' }, { id: 'alt_2' }] as Schema<'Alternative'>[];
  const cascade = {
    first: 'alt_2',
    then: 'version' as const,
    low: 0.2,
    high: 0.8,
    asked: 0.61,
    cost_per_answer: 0.86,
    harmed: 0,
    harmed_at_most: 0.0075,
    accuracy: 0.9,
    version_accuracy: 0.9,
    thresholds: [],
  };
  expect(cascadeText({ alternatives: rows, cascades: [cascade], cascades_reason: null })).toBe(
    'Asking row 2 first, and the version where it reads between 0.20 and 0.80, would ask the version about 61.0 % of the answers, cost 0.86 judgments an answer and get at most 0.8 % of the documents wrong that the version gets right. No document is judged this way.',
  );
  expect(cascadeText({ alternatives: rows, cascades: [], cascades_reason: 'Too few.' })).toBe('Too few.');
  expect(cascadeText({ alternatives: rows })).toBe('');
});
