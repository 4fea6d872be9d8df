import * as charts from '@app/charts';
import type { Chart } from '@app/charts';
import { useElementSize } from '@mantine/hooks';
import * as Plot from '@observablehq/plot';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { WideTable } from './wide-table';

/** The builders of charts. */
export type Charts = typeof charts;

const narrow = 480;

/** Draws a chart as wide as its place. */
export function Plotted({
  title,
  draw,
  children,
}: {
  title: string;
  draw: (charts: Charts) => Chart;
  children?: ReactNode;
}) {
  const { ref, width } = useElementSize();
  const picture = useRef<HTMLDivElement>(null);
  const { options, sentence, keys, table } = useMemo(() => draw(charts), [draw]);
  useEffect(() => {
    if (width < 1) return;
    const svg = Plot.plot({
      ...charts.margins,
      ...options,
      width: Math.floor(width),
      height: width < narrow ? Math.round(options.height * 0.75) : options.height,
      x: { ...options.x, ticks: Math.max(2, Math.round(width / 80)) },
    });
    // The page's own style sheet holds the chart's rules: the content security policy allows no other.
    svg.querySelector('style')?.remove();
    // The picture has one name; its parts must have none of their own.
    for (const part of svg.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
    svg.setAttribute('class', 'chart');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', sentence);
    picture.current?.replaceChildren(svg);
  }, [options, sentence, width]);
  return (
    <>
      <ul className="keys">
        {keys.map(({ words, colour, shape }) => (
          <li key={words}>
            <span className="key" data-shape={shape} data-series={colour} aria-hidden="true" /> {words}
          </li>
        ))}
      </ul>
      <div className="drawn" ref={ref}>
        <div ref={picture} />
        {children}
      </div>
      <details>
        <summary>Figures of the chart</summary>
        <WideTable
          name={`Figures: ${title}`}
          rows={table.rows.map((cells, at) => ({ cells, at }))}
          rowKey={({ at }) => String(at)}
          empty="There are none."
          columns={table.columns.map((column, place) => ({
            title: column,
            cell: ({ cells }: { cells: readonly string[]; at: number }) => cells[place],
          }))}
        />
      </details>
    </>
  );
}
