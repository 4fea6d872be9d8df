import { Queryable, madeAtMs } from '@app/persistence';

/** Whether an answer's id says that it was made before a moment. @param ms -Infinity while no answer has gone */
export function isMadeBefore(answerId: string, ms: number): boolean {
  const madeAt = madeAtMs(answerId);
  return madeAt !== null && madeAt < ms;
}

/** The moment before which answers of a judgment may be gone; null when the judgment is younger. */
export async function readGoneBeforeOf(db: Queryable, judgmentId: string): Promise<Date | null> {
  const { rows } = await db.query<{ gone_before: Date }>(
    {
      name: 'answers-gone-before',
      text: `select r.gone_before from answer_retention r
             where r.gone_before > (select j.created_at from judgment j where j.id = $1)`,
    },
    [judgmentId],
  );
  return rows[0]?.gone_before ?? null;
}
