import { Named, Queryable } from '@app/persistence';
import { RunRow, columns } from '../subject/run-row';

const unattended = `from alternative_run where free and state <> 'ended' and (lease_until is null or lease_until < app.now())`;

/** Select that finds a row when nobody looks at a free run. */
export const freeRuns = `select ${unattended}`;

const claimFree: Named = {
  name: 'alternative-run-claim-free',
  text: `
    update alternative_run set attempts = attempts + 1, lease_until = app.now() + interval '20 minutes'
    where run = (select run ${unattended}
      order by started_at, run limit 1 for update skip locked)
    returning ${columns}`,
};

/** The free run that began first of those that nobody looks at; null without one. */
export async function claimFreeRun(on: Queryable): Promise<RunRow | null> {
  return (await on.query<RunRow>(claimFree)).rows[0] ?? null;
}

/** Gives a free run back, to be looked at again after a rest. */
export async function releaseFreeRun(on: Queryable, run: string, afterS: number): Promise<void> {
  await on.query('update alternative_run set lease_until = app.now() + make_interval(secs => $2) where run = $1', [
    run,
    afterS,
  ]);
}
