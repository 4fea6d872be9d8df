import { AlternativesTable } from '@app/contracts/calibration';
import { RowStatistic } from '@app/statistics';
import { TableRow, TableState } from './state';
import { stateOf, statisticOf } from './state.fake';
import { tableOf } from './table';

/** A gain that is beyond noise while it is corrected for fewer than five rows. */
export const gain = (others: Partial<RowStatistic> = {}) => statisticOf(0.034, 0.012, others);
export const noise = () => statisticOf(0.002, 0.4);
export const loss = () => statisticOf(-0.05, 0.99);

/** A table of the month in which these rows alone were scored. */
export const tableWith = (rows: TableRow[], others: Partial<TableState> = {}): AlternativesTable =>
  tableOf(
    stateOf({ rows, month: { scored: rows.filter(({ inK, score }) => inK && score).length, quoted: null }, ...others }),
  );
