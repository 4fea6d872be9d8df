import { Named, Queryable } from '@app/persistence';
import { TableKey, tableValues } from '../sample/key';
import { RunRow, columns } from './run-row';

const openOf: Named = {
  name: 'alternative-run-open',
  text: `
    select ${columns} from alternative_run where organization = $1 and judgment_id = $2 and scope = $3
      and state <> 'ended' and not free limit 1`,
};

const lastOf: Named = {
  name: 'alternative-run-last',
  text: `
    select ${columns} from alternative_run where organization = $1 and judgment_id = $2 and scope = $3
      and state = 'ended' and not free order by started_at desc, run desc limit 1`,
};

/** The paid run of a judgment that has not ended; null without one. */
export async function findOpenRun(from: Queryable, key: TableKey): Promise<RunRow | null> {
  return (await from.query<RunRow>(openOf, tableValues(key))).rows[0] ?? null;
}

/** The paid run of a judgment that began last of those that ended. */
export async function findLastRun(from: Queryable, key: TableKey): Promise<RunRow | null> {
  return (await from.query<RunRow>(lastOf, tableValues(key))).rows[0] ?? null;
}
