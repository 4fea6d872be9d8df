import { CalibrationReport } from '@app/contracts/calibration';
import { Markup, html } from './markup';
import { withInterval } from './table';

/** Whether several labellers say the same; nothing where too few answers have two. */
export function agreement({ agreement: found }: Pick<CalibrationReport, 'agreement'>): Markup {
  if (!found) return html``;
  const { alpha, interval, answers, authors } = found;
  const shown = alpha === null ? 'every label has the same value' : `alpha ${withInterval(alpha, interval)}`;
  return html`<p>
    ${`Agreement of ${authors} labellers: ${shown} on ${answers} answers. 1 is full agreement, 0 is what chance gives; figures of the answers cannot be better than the labels.`}
  </p>`;
}
