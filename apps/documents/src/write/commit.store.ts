import { NamespaceRef } from '@app/contracts';
import { documentChangedBulk, documentChangedLive } from '@app/contracts/documents';
import { currentTraceparent } from '@app/observability';
import { Named, Queryable, newId, traceHeaders } from '@app/persistence';
import { ReadForWrite } from '../document/document.store';
import { Change, ChangedDocument, deletes, notifies, notifiesOfScopes } from './change';

/** What a commit made. */
export interface Committed {
  namespaceId: string;
  /** Versions of the documents that changed, in the order of the change. */
  versions: number[];
  /** RFC 3339. */
  at: string;
}

/**
 * The stream on which judgments gets the fact of a write. A write of a million documents goes by `bulk`, so that it
 * does not delay the live ones.
 */
export type FactLane = 'live' | 'bulk';

/** What `commit_batch` returns. */
interface CommitResult {
  namespace_id: number;
  versions: number[];
  at: string;
}

/** Raised by `commit_batch` when another write made or changed one of the documents first. */
const changedMeanwhile = 'JS001';

const commit: Named = {
  name: 'write-commit',
  text: 'select commit_batch($1, $2, $3, $4, $5::jsonb) as result',
};

/**
 * Commits without waiting for a lock longer than $6, which then refuses the statement. `case` has the setting made first;
 * it ends with the transaction.
 */
const commitUnblocked: Named = {
  name: 'write-commit-unblocked',
  text: `select case when set_config('lock_timeout', $6, true) is not null
    then commit_batch($1, $2, $3, $4, $5::jsonb) end as result`,
};

/** Something that the write read has changed: nothing of it may stay, and it must read again. */
export class Outdated extends Error {}

export interface CommitOptions {
  /** `live` when left out. */
  lane?: FactLane;
  /** How long the commit waits for a lock before it is refused (SQLSTATE 55P03), in milliseconds; without end when left out. */
  lockWaitMs?: number;
}

/** @throws Outdated */
export async function commitChange(
  to: Queryable,
  { organization, namespace }: NamespaceRef,
  before: ReadForWrite,
  change: Change,
  { lane = 'live', lockWaitMs }: CommitOptions = {},
): Promise<Committed> {
  const facts = {
    changed: notifies(change) ? newId('msg') : null,
    deleted: deletes(change) ? newId('msg') : null,
    ...(notifiesOfScopes(change) && { entered: newId('msg') }),
    headers: traceHeaders(currentTraceparent()),
    subject: (lane === 'bulk' ? documentChangedBulk : documentChangedLive).subject,
  };
  const values = [
    organization,
    namespace,
    before.namespaceId,
    before.revisions.organization,
    argumentOf(change, facts),
  ];
  const result = await (lockWaitMs === undefined
    ? runCommit(to, commit, values)
    : runCommit(to, commitUnblocked, [...values, `${lockWaitMs}ms`]));
  return { namespaceId: String(result.namespace_id), versions: result.versions, at: result.at };
}

async function runCommit(to: Queryable, statement: Named, values: unknown[]): Promise<CommitResult> {
  try {
    const { rows } = await to.query<{ result: { stale: true } | CommitResult }>(statement, values);
    const [{ result }] = rows;
    if ('stale' in result) throw new Outdated();
    return result;
  } catch (error) {
    throw (error as { code?: string }).code === changedMeanwhile ? new Outdated() : error;
  }
}

/**
 * The argument of `commit_batch` (sql/functions) as JSON text. Attributes and states are texts already, so they are
 * put in as they are and not serialized twice.
 */
function argumentOf(change: Change, facts: object): string {
  const { documents, changed, invalidated, attributes, growth } = change;
  const sets = invalidated.map(({ judge, invalidate, invalidateOtherVersions, entered }) => ({
    judge,
    invalidate,
    other_versions: invalidateOtherVersions,
    ...(Object.keys(entered).length > 0 && { entered }),
  }));
  const rest = JSON.stringify({ changed, invalidated: sets, attributes, growth, facts, ...relationsOf(change) });
  return `{"documents":[${documents.map(documentText).join(',')}],${rest.slice(1)}`;
}

/** The members that only a namespace with relations or groups needs. */
function relationsOf({ links, related, dirty }: Change): Partial<Pick<Change, 'links' | 'related' | 'dirty'>> {
  return {
    ...(links.added.length + links.removed.length > 0 && { links }),
    ...(related.length > 0 && { related }),
    ...(dirty.length > 0 && { dirty }),
  };
}

function documentText({ id, kind, read, content, invalidated }: ChangedDocument): string {
  const head = `{"id":${JSON.stringify(id)},"kind":"${kind}","read":${read}`;
  if (content === null) return `${head}}`;
  const { attributes, state, digest, images, bytes, createdAt } = content;
  const created = createdAt === null ? '' : `,"created_at":"${createdAt}"`;
  const parts = `"attributes":${attributes},"state":${state},"digest":"${digest}","images":${images}${created}`;
  return `${head},"bytes":${bytes},${parts},"invalidated":${invalidated}}`;
}
