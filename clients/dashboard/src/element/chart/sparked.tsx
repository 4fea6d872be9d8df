import { sparkChart, type Day } from '@app/charts';
import { useMemo } from 'react';
import { Drawing } from './drawing';

/** Answers by day as a line in a row of a table. */
export function Sparked({ days }: { days: readonly Pick<Day, 'day' | 'evaluations'>[] }) {
  const chart = useMemo(() => sparkChart(days), [days]);
  return (
    <div className="spark">
      <Drawing chart={chart} />
    </div>
  );
}
