import type { NamespaceRef } from '@app/contracts';
import type { JsonObject } from '@app/json';
import type { Named, Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { RevisionRow, Revisions, revisionColumns, revisionsOf } from '../snapshot/revision.store';
import { StoredDocument } from './document';

/** What a write reads before it computes its change. */
export interface ReadForWrite {
  /** Null while the namespace does not exist. */
  namespaceId: string | null;
  deleting: boolean;
  revisions: Revisions;
  /** Those that exist, by id. */
  documents: Map<string, StoredDocument>;
}

interface Row extends RevisionRow {
  namespace_id: string | null;
  deleting: boolean | null;
  id: string | null;
  version: string;
  attributes: string;
  state: string;
  images: string;
  bytes: number;
  created_at: Date;
  updated_at: Date;
  /** Bytes of all documents of the write that are stored. */
  all_bytes: string;
}

/** Stored bytes of the documents that one write changes. A process holds them in memory, parsed. */
export const maxStoredBytes = 16 * 1024 * 1024;
/** So few documents fit whatever they hold. */
const surelyFitting = 2;

const namespaceOf = `(values (1)) one left join namespace n on n.organization = $1 and n.name = $2`;
const few: Named = {
  name: 'write-read',
  text: `select n.id as namespace_id, n.deleting, ${revisionColumns},
      d.id, d.version, d.attributes::text, d.state::text, d.images::text, d.bytes, d.created_at, d.updated_at, 0 as all_bytes
    from ${namespaceOf} left join document d on d.namespace_id = n.id and d.id = any($3::text[])`,
};
const partOf = (name: string): string => `case when d.all_bytes <= $4::bigint then d.${name}::text end as ${name}`;
const many: Named = {
  name: 'write-read-many',
  text: `select n.id as namespace_id, n.deleting, ${revisionColumns},
      d.id, d.version, ${partOf('attributes')}, ${partOf('state')}, ${partOf('images')}, d.bytes, d.created_at, d.updated_at, d.all_bytes
    from ${namespaceOf} left join lateral (
      select d.*, sum(d.bytes) over () as all_bytes from document d
      where d.namespace_id = n.id and d.id = any($3::text[])) d on true`,
};

/**
 * @param maxBytes of the stored documents together
 * @throws Problem `too_large`, reason `write_bytes`, when they pass it
 */
export async function readForWrite(
  from: Queryable,
  { organization, namespace }: NamespaceRef,
  ids: readonly string[],
  maxBytes = maxStoredBytes,
): Promise<ReadForWrite> {
  const place = [organization, namespace, ids];
  const { rows } = await (ids.length <= surelyFitting
    ? from.query<Row>(few, place)
    : from.query<Row>(many, [...place, maxBytes]));
  if (Number(rows[0].all_bytes) > maxBytes) throw tooManyBytes();
  const documents = new Map<string, StoredDocument>();
  const timestampOf = timestamps();
  for (const row of rows) if (row.id !== null) documents.set(row.id, documentOf(row, row.id, timestampOf));
  const { namespace_id: namespaceId, deleting } = rows[0];
  return { namespaceId, deleting: deleting ?? false, revisions: revisionsOf(rows[0]), documents };
}

function tooManyBytes(): Problem {
  const message = 'The stored documents of this write hold more than 16 MiB together; write fewer of them at once.';
  return new Problem('too_large', message, { reason: 'write_bytes', path: '', limit: maxStoredBytes });
}

const noImages: JsonObject = Object.freeze({});

/** Formats each instant once: documents that were written together have the same instants. */
function timestamps(): (at: Date) => string {
  const known = new Map<number, string>();
  return (at) => {
    const ms = at.getTime();
    let text = known.get(ms);
    if (text === undefined) known.set(ms, (text = at.toISOString()));
    return text;
  };
}

function documentOf(row: Row, id: string, timestampOf: (at: Date) => string): StoredDocument {
  return {
    id,
    version: Number(row.version),
    attributes: JSON.parse(row.attributes) as JsonObject,
    state: JSON.parse(row.state) as JsonObject,
    images: row.images === '{}' ? noImages : (JSON.parse(row.images) as JsonObject),
    bytes: row.bytes,
    created_at: timestampOf(row.created_at),
    updated_at: timestampOf(row.updated_at),
  };
}

/** Locks the organization (shared) and then the documents in key order, until the transaction ends. */
export async function lockDocuments(
  tx: Queryable,
  { organization, namespace }: NamespaceRef,
  ids: readonly string[],
): Promise<void> {
  await tx.query({ name: 'documents-lock', text: 'select lock_documents($1, $2, $3)' }, [organization, namespace, ids]);
}
