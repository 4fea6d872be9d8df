import type { NamespaceRef } from '@app/contracts';
import type { Named, Queryable } from '@app/persistence';
import {
  DocumentText,
  Parts,
  documentColumns,
  fitsResponse,
  fittingColumns,
  measured,
  openJoin,
  partsKey,
  sizeBarrier,
  sizeColumns,
} from './fitting-sql';
import type { OwnFanout } from '../../namespace/settings';
import { RevisionRow, Revisions, revisionColumns, revisionsOf } from '../../namespace/snapshot/revision.store';

/** A namespace as a statement read it together with its documents. */
export interface NamespaceState {
  namespaceId: string;
  /** Judging is paused. */
  paused: boolean;
  /** Its own fan-out settings; null when the statement did not read `related`. */
  fanout: OwnFanout | null;
  revisions: Revisions;
}

/** The columns of a statement that `namespaceStateOf` reads. */
export function namespaceColumns(parts: Parts): string {
  return `n.id as namespace_id, n.paused, ${fanoutColumn(parts)}, ${revisionColumns}`;
}

export function fanoutColumn({ related }: Parts): string {
  return `${related ? 'n.fanout' : 'null::jsonb'} as fanout`;
}

export interface NamespaceStateRow extends RevisionRow {
  namespace_id: string;
  paused: boolean;
  fanout: OwnFanout | null;
}

export function namespaceStateOf(row: NamespaceStateRow): NamespaceState {
  return { namespaceId: row.namespace_id, paused: row.paused, fanout: row.fanout, revisions: revisionsOf(row) };
}

export interface ReadRows extends NamespaceState {
  /** Those that fit into a response, in the order of the ids. */
  documents: DocumentText[];
  /** Ids of the documents that do not fit. */
  remaining: string[];
}

interface Row extends NamespaceStateRow, Omit<DocumentText, 'id'> {
  id: string | null;
  fits: boolean | null;
}

const statements = new Map<string, Named>();

/** One prepared statement for each combination of parts, and one for a single document, which always fits. */
function statement(parts: Parts, isSingle: boolean): Named {
  const key = `${isSingle ? 'one-' : ''}${partsKey(parts)}`;
  const known = statements.get(key);
  if (known) return known;
  const made: Named = { name: `read-${key}`, text: isSingle ? singleText(parts) : manyText(parts) };
  statements.set(key, made);
  return made;
}

function singleText(parts: Parts): string {
  return `select ${namespaceColumns(parts)}, ${documentColumns(parts)}, true as fits
    from namespace n ${openJoin(parts)} left join document d on d.namespace_id = n.id and d.id = any($3::text[])
    where n.organization = $1 and n.name = $2`;
}

function manyText(parts: Parts): string {
  const found = `select d.*, i.place, ${sizeColumns(parts)}
    from unnest($3::text[]) with ordinality i(id, place)
      join document d on d.namespace_id = n.id and d.id = i.id ${sizeBarrier(parts)}`;
  return `select ${namespaceColumns(parts)}, q.*
    from namespace n ${openJoin(parts)} left join lateral (
      select ${fittingColumns(parts, fitsResponse)} from ${measured(found, 'd.place')} d order by d.place) q on true
    where n.organization = $1 and n.name = $2`;
}

/**
 * Documents and their answers in one round trip and from one database snapshot; null when the namespace does not exist.
 * @param ids each once
 */
export async function readDocuments(
  from: Queryable,
  { organization, namespace }: NamespaceRef,
  ids: readonly string[],
  parts: Parts,
): Promise<ReadRows | null> {
  const { rows } = await from.query<Row>(statement(parts, ids.length <= 1), [organization, namespace, ids]);
  if (rows.length === 0) return null;
  const found = rows.filter((row): row is Row & { id: string } => row.id !== null);
  return {
    ...namespaceStateOf(rows[0]),
    documents: found.filter(({ fits }) => fits),
    remaining: found.filter(({ fits }) => !fits).map(({ id }) => id),
  };
}

/**
 * Makes the rows of answers that are about to be judged, under the locks of their documents. A write from then on
 * invalidates them.
 */
export async function askAnswers(
  to: Queryable,
  namespaceId: string,
  asked: readonly { document: string; judgmentId: string }[],
): Promise<void> {
  await to.query({ name: 'answers-ask', text: 'select ask_answers($1, $2, $3)' }, [
    namespaceId,
    asked.map(({ document }) => document),
    asked.map(({ judgmentId }) => judgmentId),
  ]);
}
