import type { Schema } from '@app/sdk/client';
import { useCallback } from 'react';
import { ChartFigure } from '../../../element/chart/chart';
import type { Charts } from '../../../element/chart/plotted';
import { WideTable } from '../../../element/table/wide-table';
import { intervalText, shareText } from '../../../format/number';

type Row = Schema<'DecisionRow'>;

/** Cost per answer of each way to flag: a row each, and the curve over thresholds. */
export function Decision({ decision }: { decision: Schema<'DecisionView'> }) {
  const { rows, curve } = decision;
  const draw = useCallback((charts: Charts) => costsOf({ rows, curve }, charts), [rows, curve]);
  return (
    <>
      <WideTable<Row>
        name="Cost per answer of each way to flag"
        rows={rows}
        rowKey={({ flags, name }) => `${flags} ${name ?? ''}`}
        empty="No data."
        columns={[
          { title: 'Flags', cell: nameOf },
          { title: 'Threshold', cell: ({ threshold }) => (threshold === null ? '–' : Number(threshold.toFixed(6))) },
          { title: 'Cost per answer', cell: ({ cost, cost_interval: ends }) => within(cost, ends) },
          { title: 'Saved by the recommended', cell: ({ saves, saves_interval: ends }) => within(saves, ends) },
        ]}
      />
      <ChartFigure title="Expected cost per answer, by threshold" draw={draw} />
    </>
  );
}

function costsOf({ rows, curve }: Schema<'DecisionView'>, charts: Charts) {
  const inForce = rows.flatMap(({ flags, name, threshold }) =>
    flags === 'in_force' && threshold !== null ? [{ name: name ?? '', at: threshold }] : [],
  );
  const fixed = rows
    .filter(({ flags }) => flags === 'none' || flags === 'all')
    .map((row) => ({ name: nameOf(row), cost: row.cost }));
  const values = curve.flatMap(({ threshold }) => (threshold === null ? [] : [threshold]));
  const domain: [number, number] = [Math.min(0, ...values), Math.max(1, ...values)];
  return charts.costChart(curve as Parameters<Charts['costChart']>[0], inForce, fixed, domain);
}

const names: Readonly<Record<string, string>> = {
  recommended: 'the recommended, held out',
  none: 'flag none',
  all: 'flag all',
};

function nameOf({ flags, name }: Row): string {
  return name ?? names[flags] ?? flags;
}

function within(value: number | null, ends: readonly unknown[] | null): string {
  const between = intervalText(ends);
  return between === '' ? shareText(value) : `${shareText(value)} (${between})`;
}
