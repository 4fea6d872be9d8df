import type { NamespaceRef } from '@app/contracts';
import type { JsonObject } from '@app/json';
import type { Named, Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { RevisionRow, Revisions, revisionColumns, revisionsOf } from '../namespace/snapshot/revision.store';
import { StoredDocument } from './document';
import { unreadState } from './unread-state';

/** What a write reads before it computes its change. */
export interface ReadForWrite {
  /** Null while the namespace does not exist. */
  namespaceId: string | null;
  deleting: boolean;
  revisions: Revisions;
  /** Those that exist, by id. */
  documents: ReadonlyMap<string, StoredDocument>;
  /** Digests of the states that were not read, by document id: those documents hold `unreadState`. */
  digests: ReadonlyMap<string, string>;
}

interface Row extends RevisionRow {
  namespace_id: string | null;
  deleting: boolean | null;
  id: string | null;
  version: string;
  attributes: string;
  /** Null when it was not read. */
  state: string | null;
  /** In hex; null when the state was read. */
  digest: string | null;
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
const rest = `d.bytes, d.created_at, d.updated_at`;

/** @param state SQL of the state and its digest @param limit wraps the SQL of what a document's bytes may forbid to read */
function columns(state: { text: string; digest: string }, limit: (sql: string) => string): string {
  const [attributes, images] = ['d.attributes::text', 'd.images::text'].map(limit);
  return `n.id as namespace_id, n.deleting, ${revisionColumns}, d.id, d.version, ${attributes} as attributes,
      ${limit(state.text)} as state, ${state.digest} as digest, ${images} as images, ${rest}`;
}

const wholeState = { text: 'd.state::text', digest: 'null' };
const digest = `encode(d.state_digest, 'hex')`;
/** Rows of builds that made no digest give their state. */
const digestOnly = { text: 'case when d.state_digest is null then d.state::text end', digest };
/** So do those with one digest for the whole state, which tells nothing of its members. */
const membersOnly = {
  text: 'case when d.state_digest is null or octet_length(d.state_digest) = 16 then d.state::text end',
  digest,
};

function few(name: string, state: typeof wholeState): Named {
  return {
    name,
    text: `select ${columns(state, (sql) => sql)}, 0 as all_bytes
    from ${namespaceOf} left join document d on d.namespace_id = n.id and d.id = any($3::text[])`,
  };
}

function many(name: string, state: typeof wholeState): Named {
  return {
    name,
    text: `select ${columns(state, (sql) => `case when d.all_bytes <= $4::bigint then ${sql} end`)}, d.all_bytes
    from ${namespaceOf} left join lateral (
      select d.*, sum(d.bytes) over () as all_bytes from document d
      where d.namespace_id = n.id and d.id = any($3::text[])) d on true`,
  };
}

const reads = {
  text: { few: few('write-read', wholeState), many: many('write-read-many', wholeState) },
  members: { few: few('write-read-members', membersOnly), many: many('write-read-members-many', membersOnly) },
  whole: { few: few('write-read-digest', digestOnly), many: many('write-read-digest-many', digestOnly) },
};

/** How a write reads the documents. */
export interface DocumentForWrite {
  /** Most bytes of the stored documents together. */
  maxBytes?: number;
  /** What is read of states: `text` when left out. Otherwise digests: of the `whole` state in any form, or of its `members`. */
  states?: keyof typeof reads;
}

/** @throws Problem `too_large`, reason `write_bytes`, when the documents pass `maxBytes` */
export async function readForWrite(
  from: Queryable,
  { organization, namespace }: NamespaceRef,
  ids: readonly string[],
  { maxBytes = maxStoredBytes, states = 'text' }: DocumentForWrite = {},
): Promise<ReadForWrite> {
  const statements = reads[states];
  const place = [organization, namespace, ids];
  const { rows } = await (ids.length <= surelyFitting
    ? from.query<Row>(statements.few, place)
    : from.query<Row>(statements.many, [...place, maxBytes]));
  if (Number(rows[0].all_bytes) > maxBytes) throw tooManyBytes();
  const documents = new Map<string, StoredDocument>();
  const digests = new Map<string, string>();
  const timestampOf = timestamps();
  for (const row of rows) {
    if (row.id === null) continue;
    documents.set(row.id, documentOf(row, row.id, timestampOf));
    if (row.state === null && row.digest !== null) digests.set(row.id, row.digest);
  }
  const { namespace_id: namespaceId, deleting } = rows[0];
  return { namespaceId, deleting: deleting ?? false, revisions: revisionsOf(rows[0]), documents, digests };
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
    state: row.state === null ? unreadState : (JSON.parse(row.state) as JsonObject),
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
