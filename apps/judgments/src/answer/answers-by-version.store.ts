import type { Queryable } from '@app/persistence';
import { AnswerKey, AnswerRow } from './answer';

/** A version of a judgment, by the number under which its answers are stored. */
export interface VersionRef {
  judgmentId: string;
  version: number;
}

/** What a document has of a version that is not active. */
export interface VersionState {
  document: string;
  isAnswered: boolean;
  hasFailed: boolean;
}

/** The newest answer of each wanted version, where the document has one since it was created. */
export async function readNewestOfVersions(
  db: Queryable,
  namespaceId: string,
  wanted: readonly (AnswerKey & VersionRef)[],
): Promise<AnswerRow[]> {
  const { rows } = await db.query<AnswerRow>(
    {
      name: 'version-answers',
      text: `select a.* from unnest($2::text[], $3::text[], $4::int[]) as k(doc, jdg, version)
             cross join lateral (select * from answer a where a.namespace_id = $1 and a.document_id = k.doc
               and a.judgment_id = k.jdg and a.version = k.version and not a.erased order by a.record desc limit 1) a`,
    },
    [
      namespaceId,
      wanted.map(({ document }) => document),
      wanted.map(({ judgmentId }) => judgmentId),
      wanted.map(({ version }) => version),
    ],
  );
  return rows;
}

/** What each of some documents has of a version that is not active, in the order of `ids`. */
export async function readVersionStates(
  db: Queryable,
  namespaceId: string,
  { judgmentId, version }: VersionRef,
  ids: readonly string[],
): Promise<VersionState[]> {
  const { rows } = await db.query<VersionState>(
    {
      name: 'version-states',
      text: `select k.doc as document, h.failure is not null as "hasFailed",
               exists (select from answer a where a.namespace_id = $1 and a.document_id = k.doc and a.judgment_id = $3
                 and a.version = $4 and not a.erased) as "isAnswered"
             from unnest($2::text[]) with ordinality as k(doc, i)
             left join head h on h.namespace_id = $1 and h.document_id = k.doc and h.judgment_id = $3 and h.target_version = $4
             order by k.i`,
    },
    [namespaceId, ids, judgmentId, version],
  );
  return rows;
}
