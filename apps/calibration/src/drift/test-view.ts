import type { DriftTestView, DriftView } from '@app/contracts/calibration';
import type { DriftTests, WindowSeen } from '@app/statistics';
import type { Form } from '../outcome/label/label-set';

/** The tests that were made, as the API shows them. */
export function testsView({ mean, slope, loss }: DriftTests, form: Form): DriftTestView[] {
  const option = mean && mean.option !== null ? { option: optionName(form, mean.option) } : {};
  const view = (test: DriftTestView['test'], found: { statistic: number; p: number } | null): DriftTestView[] =>
    found ? [{ test, statistic: found.statistic, p: found.p }] : [];
  return [...view('mean', mean).map((one) => ({ ...one, ...option })), ...view('slope', slope), ...view('loss', loss)];
}

/** What was read and what came true: one number for a bool or score, one for each option of a choice. */
export function meansView(
  { means }: WindowSeen,
  form: Form,
): { mean_read: number | null; observed: number | null; options: NonNullable<DriftView['options']> } {
  const alone = means.find(({ option }) => option === null);
  const options = means.flatMap(({ option, read, observed }) =>
    option === null ? [] : [{ option: optionName(form, option), mean_read: read, observed }],
  );
  return { mean_read: alone?.read ?? null, observed: alone?.observed ?? null, options };
}

/** The escape, which stands after the options, has no name. */
function optionName({ options }: Form, place: number): string | null {
  return options[place] ?? null;
}
