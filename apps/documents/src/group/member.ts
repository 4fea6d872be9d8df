import { matches, valuesAt } from '@app/filter';
import type { Subject } from '@app/filter';
import { subjectWithAnswers } from '../answer/answer-subject';
import { mayHaveMissed } from '../answer/answer-view';
import { DocumentWithAnswers } from '../answer/answer.store';
import { joinKeys } from '../document/join-key';
import { InForce, appliesTo } from '../namespace/snapshot/in-force';
import { CompiledAggregate, CompiledGroup } from './compiled-group';

/** What a document counts as under one key of a group. */
export interface Member {
  document: string;
  key: Buffer;
  /** An answer that the group reads of it is stale. */
  stale: boolean;
  /** Its creation: the newest document has the latest value. RFC 3339. */
  at: string;
  /** One for each aggregate, null where it has no value for the document. */
  numbers: readonly (number | null)[];
}

/** What a document counts as in a group: one member for each key, none without the key attribute. */
export function membersOf(
  group: CompiledGroup,
  inForce: InForce,
  { document, answers }: DocumentWithAnswers,
  nowMs: number,
): Member[] {
  const { attributes, id, created_at: at } = document;
  const keys = Object.hasOwn(attributes, group.attribute) ? joinKeys(attributes[group.attribute]) : [];
  if (keys.length === 0) return [];
  const subject = subjectWithAnswers(document, inForce, answers, false, nowMs);
  const numbers = group.aggregates.map((aggregate) => numberOf(aggregate, subject, nowMs));
  const stale = group.judgments.some((name) => isStale(name, inForce, answers, subject, nowMs));
  return keys.map((key) => ({ document: id, key, stale, at, numbers }));
}

/** `count` and `share` count with 1; a document that fails the filter is 0 in a share and nothing elsewhere. */
function numberOf({ kind, path, filter }: CompiledAggregate, subject: Subject, nowMs: number): number | null {
  const passes = filter === null || matches(filter, subject, nowMs);
  if (!passes) return kind === 'share' ? 0 : null;
  const values = path === null ? [] : valuesAt(path, subject);
  const holds = path === null || values.length > 0;
  if (kind === 'count') return holds ? 1 : null;
  if (kind === 'share') return holds ? 1 : 0;
  const [value] = values;
  if (values.length !== 1) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * Whether a stored answer waits to be judged again, is of another version, or may have missed changes of related documents.
 * What concerns all answers of a judgment, such as a pause, makes no difference.
 */
function isStale(
  name: string,
  inForce: InForce,
  answers: DocumentWithAnswers['answers'],
  subject: Subject,
  nowMs: number,
): boolean {
  const judgment = inForce.byName.get(name);
  const row = judgment && answers.get(judgment.judgmentId);
  if (!judgment || !row || row.record === 0 || !appliesTo(judgment, subject, nowMs)) return false;
  const isAsked = row.wantedVersion > row.seenVersion;
  return isAsked || row.version !== judgment.activeVersion || mayHaveMissed(judgment, row, () => subject, nowMs);
}
