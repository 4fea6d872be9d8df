import type { DriftTestView, DriftView } from '@app/contracts/calibration';

/** A test with p of at most this has failed. */
const level = 0.05;

/** The tests that failed. */
export function failedTests({ tests = [] }: DriftView): DriftTestView[] {
  return tests.filter(({ p }) => p <= level);
}

/** What was read of the labels and what came true, such as `18.0 % came true where 40.0 % was read`; null where nothing is. */
export function readWords(drift: DriftView, isScore: boolean): string | null {
  const mean = drift.tests?.find(({ test }) => test === 'mean');
  const of = mean?.option === undefined ? null : drift.options?.find(({ option }) => option === mean.option);
  if (of)
    return `${of.option ?? 'none of these'} came true in ${share(of.observed)} where ${share(of.mean_read)} was read`;
  const { mean_read: read = null, observed } = drift;
  if (read === null || observed === null) return null;
  if (isScore) return `the mean outcome is ${observed.toFixed(2)} where ${read.toFixed(2)} was read`;
  return `${share(observed)} came true where ${share(read)} was read`;
}

/** What failed, in one sentence without its end. */
export function failedWords(drift: DriftView, isScore: boolean): string {
  const words = failedTests(drift).map(({ test }) => {
    if (test === 'mean') return readWords(drift, isScore) ?? 'the mean is off';
    if (test === 'slope') return slopeWords(drift.slope ?? 1);
    return `log loss is ${drift.log_loss.toFixed(3)} where ${drift.expected_log_loss.toFixed(3)} was promised`;
  });
  return words.join('; ');
}

/** What a report says of labels that are not what was read. */
export function driftedMessage(drift: DriftView, isScore: boolean): string {
  const tests = failedTests(drift).map(({ test }) => test);
  const fit = drift.fit_made_at ? ` by the fit of ${drift.fit_made_at.slice(0, 10)}` : '';
  return `Of the labels of the last 30 days, read${fit}, beyond noise (${tests.join(', ')}): ${failedWords(drift, isScore)}. What happens has changed since, and a fit of all labels mixes both times: run one of the outcomes since the change (\`outcomes.since\`). This notice stays until 30 days are as a fit from before them reads.`;
}

function slopeWords(slope: number): string {
  const is = slope < 1 ? 'too sure' : 'not sure enough';
  return `what was read is ${is} (slope ${slope.toFixed(2)}, 1 is right)`;
}

function share(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
