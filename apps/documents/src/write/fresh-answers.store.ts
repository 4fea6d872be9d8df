import type { Named, Queryable } from '@app/persistence';
import { JudgmentInForce } from '../namespace/snapshot/in-force';

const read: Named = {
  name: 'answers-fresh',
  text: `select document_id, judgment_id, version from answer
    where namespace_id = $1 and document_id = any($2::text[]) and judgment_id = any($3::text[])
      and seen = wanted and failure is null and body is not null`,
};

/** Which answers have seen everything that they are wanted for, and are of the active version. */
export async function readFreshAnswers(
  from: Queryable,
  namespaceId: string,
  asked: readonly { id: string; judgments: readonly JudgmentInForce[] }[],
): Promise<(document: string, judgment: JudgmentInForce) => boolean> {
  const judgments = new Set(asked.flatMap((one) => one.judgments.map(({ judgmentId }) => judgmentId)));
  const { rows } = await from.query<{ document_id: string; judgment_id: string; version: number }>(read, [
    namespaceId,
    asked.map(({ id }) => id),
    [...judgments],
  ]);
  const versions = new Map(rows.map((row) => [`${row.judgment_id} ${row.document_id}`, row.version]));
  return (document, { judgmentId, activeVersion }) => versions.get(`${judgmentId} ${document}`) === activeVersion;
}
