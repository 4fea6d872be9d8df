import { documentChangedBulk } from '@app/contracts';
import type { JsonObject } from '@app/json';
import { currentTraceparent } from '@app/observability';
import { Named, traceHeaders, Queryable, newId } from '@app/persistence';
import { StoredDocument } from '../document/document';
import { Revisions } from '../snapshot/snapshots.service';
import { Change } from './change';

/** What a write reads before it computes; `namespaceId` is null while the namespace does not exist. */
export interface ReadForWrite {
  namespaceId: string | null;
  deleting: boolean;
  revisions: Revisions;
  documents: Map<string, StoredDocument>;
}

interface Row {
  namespace_id: string | null;
  deleting: boolean | null;
  columns: string;
  engines: string;
  id: string | null;
  version: string;
  attributes: string;
  state: string;
  images: string;
  bytes: number;
  created_at: Date;
  updated_at: Date;
}

export const revisionColumns = `
  coalesce((select c.revision from column_revision c where c.organization = $1), 0) as columns,
  coalesce((select c.revision from column_revision c where c.organization = '*'), 0) as engines`;

const read: Named = {
  name: 'write-read',
  text: `select n.id as namespace_id, n.deleting, ${revisionColumns},
      d.id, d.version, d.attributes::text, d.state::text, d.images::text, d.bytes, d.created_at, d.updated_at
    from (values (1)) one
      left join namespace n on n.organization = $1 and n.name = $2
      left join document d on d.namespace_id = n.id and d.id = any($3::text[])`,
};

export async function readForWrite(
  from: Queryable,
  organization: string,
  namespace: string,
  ids: string[],
): Promise<ReadForWrite> {
  const { rows } = await from.query<Row>(read, [organization, namespace, ids]);
  const documents = new Map<string, StoredDocument>();
  const stampOf = stamps();
  for (const row of rows) if (row.id !== null) documents.set(row.id, documentOf(row, row.id, stampOf));
  const { namespace_id, deleting, columns, engines } = rows[0];
  return {
    namespaceId: namespace_id,
    deleting: deleting ?? false,
    revisions: { columns: Number(columns), engines: Number(engines) },
    documents,
  };
}

const noImages: JsonObject = Object.freeze({});

/** Documents written together carry the same instants: each is put into words once a read. */
function stamps(): (at: Date) => string {
  const known = new Map<number, string>();
  return (at) => {
    const ms = at.getTime();
    let text = known.get(ms);
    if (text === undefined) known.set(ms, (text = at.toISOString()));
    return text;
  };
}

function documentOf(row: Omit<Row, 'id'>, id: string, stampOf: (at: Date) => string): StoredDocument {
  return {
    id,
    version: Number(row.version),
    attributes: JSON.parse(row.attributes) as JsonObject,
    state: JSON.parse(row.state) as JsonObject,
    images: row.images === '{}' ? noImages : (JSON.parse(row.images) as JsonObject),
    bytes: row.bytes,
    created_at: stampOf(row.created_at),
    updated_at: stampOf(row.updated_at),
  };
}

/** Locks the organization (shared) and the documents in key order, inside a transaction. */
export async function lockForWrite(
  tx: Queryable,
  organization: string,
  namespace: string,
  ids: string[],
): Promise<void> {
  await tx.query({ name: 'write-lock', text: 'select lock_documents($1, $2, $3)' }, [organization, namespace, ids]);
}

const commit: Named = {
  name: 'write-commit',
  text: 'select commit_write($1,$2,$3,$4,$5,$6,$7,$8,$9::jsonb,$10,$11::jsonb,$12,$13::jsonb,$14::jsonb,$15,$16,$17::jsonb) as result',
};

/** What a commit made: versions of the changed documents, in their order. */
export interface Committed {
  namespaceId: string;
  versions: number[];
  at: string;
}

const madeMeanwhile = 'JS001';

/** Which of judgments' two streams hears of a write: one of a million documents does not stand before live ones. */
export type WriteLane = 'live' | 'bulk';

const toBulk: Named = {
  name: 'write-to-bulk',
  text: `update outbox set subject = '${documentChangedBulk.subject}' where id = $1`,
};

/** @returns null when what was read has moved: nothing was written, read again */
export async function commitWrite(
  to: Queryable,
  organization: string,
  namespace: string,
  before: ReadForWrite,
  change: Change,
  lane: WriteLane = 'live',
): Promise<Committed | null> {
  const said = {
    changed: change.tells ? newId('msg') : null,
    deleted: change.deletes ? newId('msg') : null,
    headers: traceHeaders(currentTraceparent()),
  };
  const values = [
    ...[organization, namespace, before.namespaceId, before.revisions.columns],
    ...[change.ids, change.reads, change.kinds, change.bytes, change.bodies, change.changed],
    change.sets.length > 0 ? JSON.stringify(change.sets) : null,
    change.set,
    change.add.length > 0 ? JSON.stringify(change.add) : null,
    change.remove.length > 0 ? JSON.stringify(change.remove) : null,
    ...[change.documents, change.size, JSON.stringify(said)],
  ];
  const { rows } = await to.query<{
    result: { stale: true } | { namespace_id: number; versions: number[]; at: string };
  }>(commit, values);
  const [{ result }] = rows;
  if ('stale' in result) return null;
  if (lane === 'bulk' && said.changed !== null) await to.query(toBulk, [said.changed]);
  return { namespaceId: String(result.namespace_id), versions: result.versions, at: result.at };
}

/** Whether a commit failed because another writer made one of the documents first. */
export function wasMadeMeanwhile(error: unknown): boolean {
  return (error as { code?: string }).code === madeMeanwhile;
}
