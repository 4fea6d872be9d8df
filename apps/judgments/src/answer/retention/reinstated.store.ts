import type { Tx } from '@app/persistence';

/** An answer of record that comes into force again, or that the head of a version beside names from now on. */
export interface OldAnswer {
  namespaceId: string;
  document: string;
  judgmentId: string;
  id: string;
}

/** An answer that is younger than this cannot be in a month that goes; milliseconds. */
const youngMs = 365 * 86_400_000;

/** Whether the month of an answer may be going. */
export function isOld(judgedAt: Date, now: Date): boolean {
  return now.getTime() - judgedAt.getTime() > youngMs;
}

/**
 * Keeps answers of a month that is being replaced: the copying of pages may have passed them when they were not to be kept.
 * Comes after the rows were written. It locks `answer_keeping`, as a replacement does to begin: either that waits until this
 * transaction ends and then copies what it wrote, or it is seen here.
 */
export async function keepOldAnswers(tx: Tx, answers: readonly OldAnswer[]): Promise<void> {
  await tx.query(
    {
      name: 'answers-keep-old',
      text: `
        insert into answer_keeping
        select a.* from answer_retention r
          cross join (select distinct * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[])) as k(ns, doc, jdg, id)
          join answer a on a.namespace_id = k.ns and a.document_id = k.doc and a.judgment_id = k.jdg and a.id = k.id
            and a.judged_at >= r.from_at and a.judged_at < r.to_at
        for share of a
        on conflict do nothing`,
    },
    [
      answers.map(({ namespaceId }) => namespaceId),
      answers.map(({ document }) => document),
      answers.map(({ judgmentId }) => judgmentId),
      answers.map(({ id }) => id),
    ],
  );
}
