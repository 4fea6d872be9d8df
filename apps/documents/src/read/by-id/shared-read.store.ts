import type { NamespaceRef } from '@app/contracts';
import type { Named, Queryable } from '@app/persistence';
import { allOrganizations } from '../../namespace/snapshot/revision.store';
import { DocumentText, Parts, fitsShare, fittingColumns, partsKey, sizeColumns } from './fitting-sql';
import { NamespaceStateRow, ReadRows, fanoutColumn, namespaceStateOf } from './read.store';

/** A read of one document. */
export interface OneRead extends NamespaceRef {
  id: string;
}

/** Reads of one statement. Each may take an equal share of a response, so that all together are bounded. */
export const maxSharedReads = 64;

interface Row extends Omit<NamespaceStateRow, 'namespace_id' | 'paused'>, Omit<DocumentText, 'id'> {
  namespace_id: string | null;
  paused: boolean | null;
  /** Which read the row answers, from 1. */
  ordinal: string;
  id: string | null;
  fits: boolean | null;
}

const revisionOf = (organization: string) =>
  `coalesce((select c.revision from column_revision c where c.organization = ${organization}), 0)`;

/**
 * One statement for reads of any organizations. A read names its namespace by a place in the list of pairs of organization
 * and name, and a row names its read by its ordinal. The namespace alone joins the documents.
 */
export function sharedReadSql(parts: Parts): string {
  return `with place as materialized (
      select p.place, n.id, n.paused, ${fanoutColumn(parts)}, ${parts.related ? 'open_pairs(n.id)' : 'null::text[]'} as pairs, ${revisionOf('p.organization')} as organization_revision,
        ${revisionOf(`'${allOrganizations}'`)} as engines_revision
      from unnest($1::text[], $2::text[]) with ordinality p(organization, name, place)
        left join namespace n on n.organization = p.organization and n.name = p.name)
    select p.id as namespace_id, p.paused, p.fanout, p.organization_revision, p.engines_revision, r.ordinal, q.*
    from unnest($3::int[], $4::text[]) with ordinality r(place, id, ordinal)
      join place p on p.place = r.place
      left join lateral (
        select ${fittingColumns(parts, fitsShare(maxSharedReads)!)}
        from (select d.*, ${sizeColumns(parts, undefined, 'p.pairs')} from document d where d.namespace_id = p.id and d.id = r.id offset 0) d
      ) q on true`;
}

const statements = new Map<string, Named>();

function statement(parts: Parts): Named {
  const key = partsKey(parts);
  const made = statements.get(key) ?? { name: `reads-${key}`, text: sharedReadSql(parts) };
  statements.set(key, made);
  return made;
}

/**
 * Documents of several reads, from one database snapshot.
 * @returns for each read what `readDocuments` gives; undefined for a document that takes more than its share
 */
export async function readTogether(
  from: Queryable,
  reads: readonly OneRead[],
  parts: Parts,
): Promise<(ReadRows | null | undefined)[]> {
  const places = new Map<string, number>();
  const [organizations, names, of]: [string[], string[], number[]] = [[], [], []];
  for (const { organization, namespace } of reads) {
    const key = `${organization} ${namespace}`;
    const known = places.get(key);
    if (known === undefined) {
      organizations.push(organization);
      places.set(key, names.push(namespace));
    }
    of.push(known ?? names.length);
  }
  const ids = reads.map(({ id }) => id);
  const { rows } = await from.query<Row>(statement(parts), [organizations, names, of, ids]);
  const results = new Array<ReadRows | null | undefined>(reads.length);
  for (const row of rows) results[Number(row.ordinal) - 1] = resultOf(row);
  return results;
}

function resultOf(row: Row): ReadRows | null | undefined {
  const { namespace_id, paused, id, fits } = row;
  if (namespace_id === null || paused === null) return null;
  const state = namespaceStateOf({ ...row, namespace_id, paused });
  if (id === null) return { ...state, documents: [], remaining: [] };
  return fits ? { ...state, documents: [{ ...row, id }], remaining: [] } : undefined;
}
