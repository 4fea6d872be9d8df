import { Named, Queryable } from '@app/persistence';

/** Runs and their answers are kept for this long after a run ended; an answer that is older is asked again. */
const keptDays = 400;
/** So many runs are deleted a night. One has at most 20,000 answers. */
const mostRuns = 200;

const drop: Named = {
  name: 'alternative-expiry',
  text: `
    with old as (
      select run from alternative_run where state = 'ended' and ended_at < app.now() - interval '${keptDays} days'
      order by ended_at limit 1),
    answers as (delete from alternative_answer a using old where a.run = old.run)
    delete from alternative_run r using old where r.run = old.run`,
};

/** Deletes runs that ended over 400 days ago, with what they asked, one in a statement. @returns how many */
export async function dropOldRuns(from: Queryable): Promise<number> {
  for (let dropped = 0; dropped < mostRuns; dropped += 1) {
    const { rowCount } = await from.query(drop);
    if (!rowCount) return dropped;
  }
  return mostRuns;
}
