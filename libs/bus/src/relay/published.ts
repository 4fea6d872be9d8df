import { Queryable } from '@app/persistence';

/** The rows of one subject that stand in one stream. */
export interface PublishedSubject {
  subject: string;
  /** When that stream was created; another time means another stream. */
  created: string;
  /** The least sequence of a row. */
  lowest: number;
  /** The greatest sequence of a row. */
  highest: number;
}

/*
 * Reads one entry of `outbox_standing` for each subject and stream, and one more for the least sequence, however many rows
 * stand. It goes from the end of the index, since rows are forgotten from its beginning: until vacuum has passed, a look from
 * there reads the entries of forgotten rows.
 */
const look = {
  name: 'sweep-standing',
  text: `with recursive last as (
           (select subject, stream_created, stream_seq from outbox where stream_seq is not null
            order by subject desc, stream_created desc, stream_seq desc limit 1)
           union all
           select before.* from last cross join lateral (
             select subject, stream_created, stream_seq from outbox
             where stream_seq is not null and (subject, stream_created) < (last.subject, last.stream_created)
             order by subject desc, stream_created desc, stream_seq desc limit 1) before)
         select last.subject, last.stream_created as created, first.stream_seq::text as lowest, last.stream_seq::text as highest
         from last cross join lateral (
           select stream_seq from outbox o
           where o.subject = last.subject and o.stream_created = last.stream_created and o.stream_seq is not null
           order by o.stream_seq limit 1) first`,
};

/** Which rows stand in a stream, by the subjects that are there: also those that only a newer build declares. */
export async function readPublished(db: Queryable): Promise<PublishedSubject[]> {
  const { rows } = await db.query<{ subject: string; created: string; lowest: string; highest: string }>(look, []);
  return rows.map(({ lowest, highest, ...row }) => ({ ...row, lowest: Number(lowest), highest: Number(highest) }));
}
