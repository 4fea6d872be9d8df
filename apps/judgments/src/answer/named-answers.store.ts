import type { RecordedAnswer } from '@app/contracts/judgments';
import type { Queryable } from '@app/persistence';
import { AnswerRow, fromRow } from './answer';

/** Most bytes of answers that one call reads: beside the records that name them they fit into a message of the bus. */
const maxBytes = 4 * 1024 * 1024;
/** About what the members of an answer take beside its numbers, features and parts. */
const besideBytes = 512;

/**
 * The answers of record that each `same` among some records names, as the bus carries them; without units, which the fact
 * of the answer reports. Reads nothing where there is no `same`. Answers past the bytes of one call are left out.
 */
export async function readNamedAnswers(
  db: Queryable,
  namespaceId: string,
  recorded: readonly RecordedAnswer[],
  bytes = maxBytes,
): Promise<RecordedAnswer[]> {
  const naming = recorded.filter(({ same, answer_id: id }) => same && id !== null);
  if (naming.length === 0) return [];
  const { rows } = await db.query<AnswerRow>(
    {
      name: 'answers-named',
      text: `select * from (
               select a.*, k.i, sum(octet_length(concat(a.body, a.features, a.parts)) + ${besideBytes}) over (order by k.i) as bytes
               from unnest($2::text[], $3::text[], $4::text[]) with ordinality as k(doc, jdg, answer, i)
               cross join lateral (select * from answer a where a.namespace_id = $1 and a.document_id = k.doc
                 and a.judgment_id = k.jdg and a.id = k.answer and not a.erased order by a.record desc limit 1) a) named
             where bytes <= $5 order by i`,
    },
    [
      namespaceId,
      naming.map(({ document }) => document),
      naming.map(({ judgment_id: id }) => id),
      naming.map(({ answer_id: id }) => id),
      bytes,
    ],
  );
  return rows.map((row) => ({ ...fromRow(row), units: 0 }));
}
