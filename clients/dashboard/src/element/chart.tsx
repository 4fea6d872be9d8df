import type { Chart } from '@app/charts';
import type { ReactNode } from 'react';
import { Late } from './late';
import { later } from './later';
import type { Charts } from './plotted';
import { Waiting } from './waiting';

// With the builders of charts, when the first chart is shown.
const Plotted = later('Plotted', () => import('./plotted'));

/**
 * A chart with its keys, a sentence for readers who see no picture, and the table behind it.
 * @param draw makes the chart; keep it while its figures stay
 */
export function ChartFigure({
  title,
  draw,
  children,
}: {
  title: string;
  draw: (charts: Charts) => Chart;
  /** What lies over the picture, such as a handle. */
  children?: ReactNode;
}) {
  return (
    <figure className="figure">
      <figcaption>{title}</figcaption>
      <Late meanwhile={<Waiting lines={6} />}>
        <Plotted title={title} draw={draw}>
          {children}
        </Plotted>
      </Late>
    </figure>
  );
}
