import type { CalibrationReport } from '@app/contracts/calibration';
import { Markup, html } from './markup';
import { number, percent, table, withInterval } from './table';

/** Where the reads in use are wrong: confused values, levels that are off, and the documents that they were surest about. */
export function mistakes(report: CalibrationReport): Markup {
  const { confusion = [], level_bias: levels = [], errors = [] } = report;
  const parts = [confused(confusion), biased(levels), wrong(errors)].flat();
  return parts.length === 0
    ? html``
    : html`<h2>Where it is wrong</h2>
        ${parts}`;
}

const nameOf = (value: unknown) => (value === null ? 'none of these' : String(value));

function confused(cells: NonNullable<CalibrationReport['confusion']>): Markup[] {
  if (cells.length === 0) return [];
  const rows = cells.map(({ observed, read, labels, share, interval }) => [
    nameOf(observed),
    nameOf(read),
    String(labels),
    withInterval(share, interval, percent),
  ]);
  const caption = 'Predicted values by the actual value; of many values the pairs that are confused most.';
  return [table(caption, ['Actual', 'Predicted', 'Labels', 'Share of labels (95\u00a0%)'], rows)];
}

function biased(levels: NonNullable<CalibrationReport['level_bias']>): Markup[] {
  if (levels.length === 0) return [];
  const rows = levels.map(({ level, labels, mean_read, bias, interval }) => [
    String(level),
    String(labels),
    number(mean_read),
    withInterval(bias, interval),
  ]);
  const caption = 'Scores by the level that they are nearest to. Above 0 they are too high.';
  return [table(caption, ['Predicted near', 'Labels', 'Predicted', 'Predicted minus actual (95\u00a0%)'], rows)];
}

function wrong(errors: NonNullable<CalibrationReport['errors']>): Markup[] {
  if (errors.length === 0) return [];
  const rows = errors.map(({ namespace, document, observed, p }) => [document, namespace, nameOf(observed), number(p)]);
  const caption = 'The most confident wrong predictions; each is of a fit that does not know its label.';
  return [table(caption, ['Document', 'Namespace', 'Actual', 'Probability'], rows)];
}
