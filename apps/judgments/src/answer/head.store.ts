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
  return earlierOf(rows[0]);
}

/** What the last answers of a judgment about documents left, by document; nothing of those without one. */
export async function readEarlierOf(
  db: Queryable,
  namespaceId: string,
  judgmentId: string,
  documents: readonly string[],
): Promise<Map<string, Earlier>> {
  const { rows } = await db.query<SeenRow & { document_id: string }>(
    `select document_id, number, saw, saw_before, saw_first from head
     where namespace_id = $1 and judgment_id = $2 and document_id = any($3) and target_version = 0 and answer_id is not null`,
    [namespaceId, judgmentId, documents],
  );
  return new Map(rows.map((row) => [row.document_id, earlierOf(row)]));
}

function earlierOf({ number, saw, saw_before, saw_first }: SeenRow): Earlier {
  return { number, seen: { last: saw, before: saw_before, first: saw_first } };
}
