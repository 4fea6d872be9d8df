import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { AnswerRow } from './answer';
import { queueKey } from '../pending/queue-key';

/** A version of a judgment, as it stands with answers. */
export interface OfVersion {
  judgmentId: string;
  version: number;
}

/** How a document stands with a version. */
export interface Standing {
  document: string;
  isAnswered: boolean;
  hasFailed: boolean;
}

/** Answers of record by version: those of the active version are heads, all others are found here. */
@Injectable()
export class StandingStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** The newest answer of a version of each document that has one, in this life of the document. */
  async answers(namespaceId: string, wanted: readonly (OfVersion & { document: string })[]): Promise<AnswerRow[]> {
    const { rows } = await this.db.query<AnswerRow>(
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

  /** Of some documents, how each stands with a version that is not active; in the order asked. */
  async of(namespaceId: string, { judgmentId, version }: OfVersion, ids: readonly string[]): Promise<Standing[]> {
    const { rows } = await this.db.query<Standing>(
      {
        name: 'version-standing',
        text: `select k.doc as document, h.failure is not null as "hasFailed",
                 exists (select from answer a where a.namespace_id = $1 and a.document_id = k.doc and a.judgment_id = $3
                   and a.version = $4 and not a.erased) as "isAnswered"
               from unnest($2::text[]) with ordinality as k(doc, i)
               left join head h on h.namespace_id = $1 and h.document_id = k.doc and h.judgment_id = $5
               order by k.i`,
      },
      [namespaceId, ids, judgmentId, version, queueKey(judgmentId, version)],
    );
    return rows;
  }
}
