import type { Queryable } from '@app/persistence';
import type { Earlier } from '../question/observation';
import type { Snapshot } from '../question/previous';
import type { AnswerKey } from './answer';

interface SeenRow {
  number: number | null;
  saw: Snapshot | null;
  saw_before: Snapshot | null;
  saw_first: Snapshot | null;
}

/** What the last answer of a judgment about a document left; null without one. */
export async function readEarlier(
  db: Queryable,
  namespaceId: string,
  { document, judgmentId }: AnswerKey,
): Promise<Earlier | null> {
  const { rows } = await db.query<SeenRow>(
    `select number, saw, saw_before, saw_first from head
     where namespace_id = $1 and document_id = $2 and judgment_id = $3 and target_version = 0 and answer_id is not null`,
    [namespaceId, document, judgmentId],
  );
  if (rows.length === 0) return null;
  const [{ number, saw, saw_before, saw_first }] = rows;
  return { number, seen: { last: saw, before: saw_before, first: saw_first } };
}
