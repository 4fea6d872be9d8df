import { Named, Queryable } from '@app/persistence';
import { storedDays } from '../sample/answer.store';

/** So many runs are deleted a night. One has at most 20,000 answers. */
const mostRuns = 200;

const drop: Named = {
  name: 'alternative-expiry',
  text: `
    with old as (
      select run from alternative_run where state = 'ended' and ended_at < app.now() - interval '${storedDays} days'
      order by ended_at limit 1),
    answers as (delete from alternative_answer a using old where a.run = old.run)
    delete from alternative_run r using old where r.run = old.run`,
};

/**
 * Deletes runs that ended over 400 days ago, with what they asked, one in a statement.
 * @param keep renews the role of the night; false when another process has it
 */
export async function dropOldRuns(from: Queryable, keep: () => Promise<boolean>): Promise<void> {
  for (let dropped = 0; dropped < mostRuns && (await keep()); dropped += 1) {
    const { rowCount } = await from.query(drop);
    if (!rowCount) return;
  }
}
