import type { Tx } from '@app/persistence';
import { invalidatedSql } from '../../answer/invalidated-sql';
import { openNamesSql, openSpreadSql } from '../../answer/open-sql';

/** An answer that is about to be judged. */
export interface AskedAnswer {
  document: string;
  judgmentId: string;
}

/** An answer that open walks pass by from now on. */
export interface PassedAnswer {
  document_id: string;
  judgment_id: string;
  wanted: string;
}

const answer = {
  namespace: 'a.namespace_id',
  document: 'a.document_id',
  judgment: 'a.judgment_id',
  relatedTo: 'a.related_to',
};
const open = openSpreadSql(answer, openNamesSql(answer));

/**
 * Invalidates those of the asked answers that an open walk has still to reach, and has the walks pass them by: whatever is
 * judged from now on reads the changes of all rounds that are known. Later rounds reach the answers as ever. The caller holds
 * the locks of the documents.
 * @param cause `fanout`: where nobody judges them after all, they count against the rolling limit
 */
export async function passWalks(
  tx: Tx,
  namespaceId: string,
  asked: readonly AskedAnswer[],
  cause: 'related' | 'fanout',
): Promise<PassedAnswer[]> {
  const { rows } = await tx.query<PassedAnswer>(
    `with last as materialized (select max(round) as round from fanout_walk where namespace_id = $1)
     update answer a set related_to = l.round, ${invalidatedSql(cause, `nextval('document_version')`, 'app.now()')}
     from last l, unnest($2::text[], $3::text[]) x(document, judgment)
     where a.namespace_id = $1 and a.document_id = x.document and a.judgment_id = x.judgment and a.related_to < l.round
       and ${open}
     returning a.document_id, a.judgment_id, a.wanted`,
    [namespaceId, asked.map(({ document }) => document), asked.map(({ judgmentId }) => judgmentId)],
  );
  return rows;
}
