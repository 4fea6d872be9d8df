import * as charts from '@app/charts';
import type { Chart } from '@app/charts';
import { useMemo, type ReactNode } from 'react';
import { Drawing } from './drawing';
import { WideTable } from '../table/wide-table';

/** The builders of charts. */
export type Charts = typeof charts;

/** Draws a chart under its keys, with its figures behind it. @param behind stands there in place of them */
export function Plotted({
  title,
  draw,
  behind,
  children,
}: {
  title: string;
  draw: (charts: Charts) => Chart;
  behind?: ReactNode;
  children?: ReactNode;
}) {
  const chart = useMemo(() => draw(charts), [draw]);
  return (
    <>
      <ul className="keys">
        {chart.keys.map(({ words, colour, shape }) => (
          <li key={words}>
            <span className="key" data-shape={shape} data-series={colour} aria-hidden="true" /> {words}
          </li>
        ))}
      </ul>
      <Drawing chart={chart}>{children}</Drawing>
      {behind ?? <Figures title={title} table={chart.table} />}
    </>
  );
}

function Figures({ title, table: { columns, rows } }: { title: string; table: Chart['table'] }) {
  return (
    <details>
      <summary>Show the figures</summary>
      <WideTable
        name={`Figures: ${title}`}
        rows={rows.map((cells, at) => ({ cells, at }))}
        rowKey={({ at }) => String(at)}
        empty="No figures."
        columns={columns.map((column, place) => ({
          title: column,
          cell: ({ cells }: { cells: readonly string[]; at: number }) => cells[place],
        }))}
      />
    </details>
  );
}
