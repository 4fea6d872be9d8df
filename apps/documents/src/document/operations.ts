import type { AppendOperation, DeleteOperation, PatchOperation, UpsertOperation } from '@app/contracts/documents';
import { checkAttributes, checkImages, checkOperationCount } from '@app/document-write';
import { instantOf, maxAheadMs } from '@app/definition';
import { mergePatch } from '@app/json';
import type { JsonObject } from '@app/json';
import { Problem, invalid } from '@app/problem';
import { appendTo } from './append';
import { Content, StoredDocument } from './document';
import { Draft, sameContent } from './draft';

/** Lists of operations, which are applied in this order. */
export interface WriteOperations {
  upsert?: UpsertOperation[];
  patch?: PatchOperation[];
  append?: AppendOperation[];
  delete?: DeleteOperation[];
}

/** How many operations had each effect. Operations that undo each other count as unchanged. */
export interface Counts {
  upserted: number;
  patched: number;
  appended: number;
  deleted: number;
  unchanged: number;
  skipped: number;
  missing: number;
}

export interface AppliedOperations {
  drafts: Draft[];
  counts: Counts;
}

const kinds = ['upsert', 'patch', 'append', 'delete'] as const;
type Kind = (typeof kinds)[number];

/** Every id that the operations name, each once, in order. @throws Problem `too_large`, reason `operations` */
export function idsOf(write: WriteOperations): string[] {
  const ids = new Set<string>();
  let operations = 0;
  for (const kind of kinds) {
    for (const { id } of write[kind] ?? []) ids.add(id);
    operations += write[kind]?.length ?? 0;
  }
  checkOperationCount(operations, '');
  return [...ids];
}

/** Ids of the documents that a write cannot change. */
interface Refusals {
  conflicts: Set<string>;
  absent: Set<string>;
}

/**
 * Applies the operations of a write to documents as they were read. Pure: nothing is stored.
 * @param passes whether a stored document passes the condition of the write
 * @throws Problem `conflict` (reason `if_version`) or `not_found`, naming the documents; `invalid_request`; `too_large`
 */
export function applyOperations(
  write: WriteOperations,
  stored: ReadonlyMap<string, StoredDocument>,
  nowMs: number,
  passes: (document: StoredDocument) => boolean = () => true,
): AppliedOperations {
  const drafts = new Map<string, Draft>();
  for (const id of idsOf(write)) {
    const before = stored.get(id) ?? null;
    const after = before && { ...before };
    drafts.set(id, { id, before, after, pointer: '', skipped: before !== null && !passes(before) });
  }
  const counts: Counts = { upserted: 0, patched: 0, appended: 0, deleted: 0, unchanged: 0, skipped: 0, missing: 0 };
  const refusals: Refusals = { conflicts: new Set(), absent: new Set() };
  const effects = new Map<Draft, Effect[]>();
  for (const kind of kinds) {
    write[kind]?.forEach((operation, index) => {
      const draft = drafts.get(operation.id)!;
      if (draft.skipped) counts.skipped += 1;
      else if (!meetsVersion(operation.if_version, draft)) refusals.conflicts.add(draft.id);
      else {
        const effect = applyOne(kind, operation, draft, `/${kind}/${index}`, nowMs, refusals);
        if (effect) effects.set(draft, [...(effects.get(draft) ?? []), effect]);
      }
    });
  }
  assertNone(refusals);
  for (const [draft, own] of effects)
    for (const effect of own) counts[endsWhereItBegan(draft, own) ? 'unchanged' : effect] += 1;
  return { drafts: [...drafts.values()], counts };
}

function meetsVersion(ifVersion: number | undefined, { before }: Draft): boolean {
  return ifVersion === undefined || ifVersion === (before?.version ?? 0);
}

type Effect = 'upserted' | 'patched' | 'appended' | 'deleted' | 'unchanged' | 'missing';

/** Whether operations undid each other. One alone that changed the document cannot. */
function endsWhereItBegan({ before, after }: Draft, effects: readonly Effect[]): boolean {
  return effects.length > 1 && before !== null && after !== null && sameContent(before, after);
}

/** @returns what the operation did; null when it is refused */
function applyOne(
  kind: Kind,
  operation: UpsertOperation | PatchOperation | AppendOperation | DeleteOperation,
  draft: Draft,
  pointer: string,
  nowMs: number,
  refusals: Refusals,
): Effect | null {
  const was = draft.after;
  if (kind === 'delete') {
    draft.after = null;
    return was === null ? 'missing' : 'deleted';
  }
  if (kind !== 'upsert' && was === null) {
    refusals.absent.add(draft.id);
    return null;
  }
  const next =
    kind === 'upsert'
      ? upserted(operation as UpsertOperation, draft, pointer, nowMs)
      : kind === 'patch'
        ? patched(operation as PatchOperation, was!, pointer)
        : appended(operation as AppendOperation, was!, pointer);
  if (was !== null && sameContent(was, next)) return 'unchanged';
  draft.after = next;
  draft.pointer = pointer;
  return kind === 'upsert' ? 'upserted' : kind === 'patch' ? 'patched' : 'appended';
}

function upserted(operation: UpsertOperation, draft: Draft, pointer: string, nowMs: number): Content {
  const images = (operation.images ?? {}) as JsonObject;
  checkImages(images, `${pointer}/images`, false);
  return {
    attributes: (operation.attributes ?? {}) as JsonObject,
    state: (operation.state ?? {}) as JsonObject,
    images,
    created_at: createdAt(operation, draft, pointer, nowMs),
  };
}

/** The first upsert of a document may set its time. Later ones repeat `created_at` or leave it out. */
function createdAt(operation: UpsertOperation, draft: Draft, pointer: string, nowMs: number): string | null {
  const known = draft.after?.created_at ?? null;
  const given = readCreation('created_at', operation, pointer);
  const made = given ?? readCreation('created_at_if_new', operation, pointer);
  if (draft.after === null) {
    if (made === undefined) return null;
    if (Date.parse(made) <= nowMs + maxAheadMs) return made;
    const member = given === undefined ? 'created_at_if_new' : 'created_at';
    throw invalid(
      'bad_timestamp',
      `${pointer}/${member}`,
      `\`${member}\` lies more than five minutes ahead; send the time when it was made, with its time zone, or leave it out.`,
    );
  }
  if (given === undefined || known === given) return known;
  const message = 'A document keeps its `created_at`; repeat it, leave it out, or send `created_at_if_new`.';
  throw invalid('bad_timestamp', `${pointer}/created_at`, message);
}

function readCreation(
  member: 'created_at' | 'created_at_if_new',
  operation: UpsertOperation,
  pointer: string,
): string | undefined {
  const given = operation[member];
  const instant = given === undefined ? undefined : instantOf(given);
  if (given === undefined || instant !== undefined) return instant;
  throw invalid('bad_timestamp', `${pointer}/${member}`, 'Send an RFC 3339 timestamp.');
}

function patched(operation: PatchOperation, was: Content, pointer: string): Content {
  const images = operation.images ? mergePatch(was.images, operation.images as JsonObject) : was.images;
  if (operation.images) checkImages(images, `${pointer}/images`, false);
  const attributes = operation.attributes
    ? mergePatch(was.attributes, operation.attributes as JsonObject)
    : was.attributes;
  if (operation.attributes) checkAttributes(attributes, `${pointer}/attributes`);
  const state = operation.state ? mergePatch(was.state, operation.state as JsonObject) : was.state;
  return { ...was, attributes, state, images };
}

function appended(operation: AppendOperation, was: Content, pointer: string): Content {
  const next = appendTo(was, operation, `${pointer}/path`);
  if (next.attributes !== was.attributes) checkAttributes(next.attributes, `${pointer}/values`, false);
  return next;
}

function assertNone({ conflicts, absent }: Refusals): void {
  if (conflicts.size > 0) {
    throw new Problem('conflict', 'Documents changed since you read them; read them again and repeat.', {
      reason: 'if_version',
      documents: [...conflicts],
    });
  }
  if (absent.size > 0) {
    throw new Problem('not_found', 'Only existing documents can be patched or appended to; upsert these first.', {
      documents: [...absent],
    });
  }
}
