import type { Chart } from '@app/charts';
import type { ReactNode } from 'react';
import { Late } from '../loading/late';
import { later } from '../loading/later';
import type { Charts } from './plotted';
import { Waiting } from '../loading/waiting';

// With the builders of charts, when the first chart is shown.
const Plotted = later('Plotted', () => import('./plotted'));

/**
 * A chart with its keys, a sentence for readers who see no picture, and the table behind it.
 * @param draw makes the chart; keep it while its figures stay
 * @param behind a table that says more than the chart's own
 */
export function ChartFigure({
  title,
  draw,
  behind,
  children,
}: {
  title: string;
  draw: (charts: Charts) => Chart;
  behind?: ReactNode;
  /** What lies over the picture, such as a handle. */
  children?: ReactNode;
}) {
  return (
    <figure className="figure">
      <figcaption>{title}</figcaption>
      <Late meanwhile={<Waiting lines={6} />}>
        <Plotted title={title} draw={draw} behind={behind}>
          {children}
        </Plotted>
      </Late>
    </figure>
  );
}
