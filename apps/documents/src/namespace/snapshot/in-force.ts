import type { NamespaceRef } from '@app/contracts';
import { covers, effectiveSnapshots, shadowedSnapshots } from '@app/definition';
import type { EffectiveSnapshot, FanoutScope } from '@app/definition';
import { matches, parseFilter } from '@app/filter';
import type { Filter, JudgmentShape, Subject } from '@app/filter';
import { KnownFit, fitsOf } from './known-fit';
import { KnownJudgment, hasFanOuts } from './known-judgment';
import { EngineSnapshot } from './engine.store';
import { EpochSources } from './epoch.store';
import {
  Deferral,
  OpenDependent,
  OpenWaiting,
  OrganizationSnapshot,
  StoredGroup,
  StoredSubscription,
} from './snapshot.store';

/** A judgment in force in a namespace, with everything that shows its answers. */
export interface JudgmentInForce extends EffectiveSnapshot<KnownJudgment> {
  /** `appliesTo`, parsed; null when the judgment applies to every document. */
  appliesToFilter: Filter | null;
  /** Fits, at most one for each version and epoch. */
  fits: readonly KnownFit[];
  /** The circuit breaker of its engine is open, so nothing is judged now. */
  circuitOpen: boolean;
  /** The epoch in force of its engine; null while none is known. */
  presentEpoch: string | null;
  /** What stood behind the engines' names, of every judgment the same object. */
  epochs: EpochSources;
  /** Its fan-outs have passed their rolling limit. */
  deferred: boolean;
  /** When answers that wait for their rolling limit are judged again, in milliseconds since 1970; null when unknown. */
  resumesAtMs: number | null;
  /** An answer that was invalidated before is on the way of a walk that has it queued; milliseconds since 1970, null for none. */
  walkedBeforeMs: number | null;
  /** `fanout.scope`: the documents that fan-outs concern; null for all. */
  fanoutScope: Filter | null;
  /**
   * Fan-outs may have left out answers that have an earlier watermark and lie inside the present scope; RFC 3339. Null
   * while no walk has still to reach such answers.
   */
  scopedFrom: string | null;
}

/**
 * What is in force in one namespace, as of one revision of the organization and one of the engines. Plain data; the
 * folders that need an index of it derive one (`derivedOnce`).
 */
export interface InForce extends NamespaceRef {
  /** Revision of the organization. */
  readonly revision: number;
  /** Sorted by name. */
  readonly judgments: readonly JudgmentInForce[];
  readonly byName: ReadonlyMap<string, JudgmentInForce>;
  readonly byId: ReadonlyMap<string, JudgmentInForce>;
  /** Judgments that a more specific one of their name hides. They come into force when that one goes. */
  readonly hidden: readonly EffectiveSnapshot<KnownJudgment>[];
  /** All subscriptions of the organization, by scope. */
  readonly subscriptions: ReadonlyMap<string, readonly StoredSubscription[]>;
  /** All groups of the organization, by scope. */
  readonly groups: ReadonlyMap<string, readonly StoredGroup[]>;
}

/** The row id of a namespace, and what is in force in it. */
export interface NamespaceInForce {
  namespaceId: string;
  inForce: InForce;
}

/** Whether a change of a document queues its answers by itself. */
export function isJudgedOnChange({ policy }: Pick<JudgmentInForce, 'policy'>): boolean {
  return policy === 'on_change' || policy === 'interval';
}

export function compileInForce(
  namespace: string,
  snapshot: OrganizationSnapshot,
  { engines, epochs }: Pick<EngineSnapshot, 'engines' | 'epochs'>,
): InForce {
  const openCircuits = new Set(engines.filter((engine) => engine.circuit_open).map(engineKey));
  const present = new Map(engines.map((engine) => [engineKey(engine), engine.engine_version]));
  const judgments = effectiveSnapshots(snapshot.judgments, namespace, snapshot.overrides).map((judgment) => ({
    ...judgment,
    freshFrom: freshFromIn(namespace, judgment, snapshot.readers),
    scopedFrom: scopedFromIn(namespace, judgment, snapshot),
    appliesToFilter: appliesToFilter(judgment.appliesTo),
    fits: fitsOf(judgment, snapshot.fits),
    circuitOpen: openCircuits.has(engineKey(judgment.engine)),
    presentEpoch: present.get(engineKey(judgment.engine)) ?? null,
    epochs,
    ...deferralOf(snapshot.deferred.get(`${namespace} ${judgment.judgmentId}`)),
    walkedBeforeMs: walkedBeforeIn(namespace, judgment, snapshot.waiting),
    fanoutScope: scopeFilter(judgment.fanout.scope),
  }));
  return {
    organization: snapshot.organization,
    namespace,
    revision: snapshot.revision,
    judgments,
    byName: new Map(judgments.map((judgment) => [judgment.name, judgment])),
    byId: new Map(judgments.map((judgment) => [judgment.judgmentId, judgment])),
    hidden: shadowedSnapshots(snapshot.judgments, namespace, snapshot.overrides),
    subscriptions: snapshot.subscriptions,
    groups: snapshot.groups,
  };
}

/** Answers with an earlier watermark may have missed something, or have read what a name stood for before. */
function freshFromIn(
  namespace: string,
  { judgmentId, freshFrom }: KnownJudgment,
  readers: readonly OpenDependent[],
): string | null {
  const open = readers.filter(
    (reader) => !reader.scoped && reader.judgment_id === judgmentId && covers(reader.scope, namespace),
  );
  return latest([...open.map(({ since }) => since), freshFrom ?? undefined]);
}

/** What fan-outs had left out when their scope moved. Later changes follow the scope as it is. */
function scopedFromIn(
  namespace: string,
  judgment: EffectiveSnapshot<KnownJudgment>,
  { readers, leftOut }: OrganizationSnapshot,
): string | null {
  const { judgmentId } = judgment;
  const left = latest([leftOut[judgmentId], leftOut['']]);
  if (left === null || !hasFanOuts(judgment)) return null;
  const open = readers.filter((walk) => walk.judgment_id === judgmentId && isScopedWalkIn(walk, namespace, judgment));
  return latest(open.map(({ since }) => (since < left ? since : left)));
}

function latest(moments: readonly (string | undefined)[]): string | null {
  return (
    moments
      .filter((moment) => moment !== undefined)
      .sort()
      .at(-1) ?? null
  );
}

/** Whether a walk after a change of a fan-out scope concerns a namespace: its settings there are those that changed. */
export function isScopedWalkIn(
  { scope, scoped }: Pick<OpenDependent, 'scope' | 'scoped'>,
  namespace: string,
  judgment: EffectiveSnapshot<KnownJudgment>,
): boolean {
  if (!scoped) return false;
  const setIn = judgment.overrides.includes('freshness') ? namespace : judgment.scope;
  return scope === namespace || scope === setIn;
}

function walkedBeforeIn(
  namespace: string,
  { judgmentId }: KnownJudgment,
  waiting: readonly OpenWaiting[],
): number | null {
  const open = waiting.filter((one) => one.judgment_id === judgmentId && covers(one.scope, namespace));
  return open.length === 0 ? null : Math.max(...open.map(({ since }) => Date.parse(since)));
}

function engineKey({ name, version }: { name: string; version: string }): string {
  return `${name} ${version}`;
}

function deferralOf(deferral: Deferral | undefined): Pick<JudgmentInForce, 'deferred' | 'resumesAtMs'> {
  const resumesAt = deferral?.resumes_at ?? null;
  return { deferred: deferral !== undefined, resumesAtMs: resumesAt === null ? null : Date.parse(resumesAt) };
}

/** The documents that the fan-outs of a judgment concern, as a filter; null for all. */
export function scopeFilter(scope: FanoutScope | undefined): Filter | null {
  if (scope === undefined) return null;
  const { created_within: within, where } = scope;
  const parts = [within && { created_at: { within } }, where].filter((part) => part !== undefined);
  const allow = { answers: false, within: true };
  return { kind: 'all', of: parts.map((part) => parseFilter(part, { pointer: '', allow })) };
}

/** Whether answers of a namespace follow other documents, so that a change of those may have still to reach them. */
export const followsRelated = derivedOnce((inForce: InForce) =>
  inForce.judgments.some(({ edges }) => edges.length > 0),
);

/** The documents that a version applies to, as a filter; null for all. */
export function appliesToFilter(json: unknown): Filter | null {
  return json === null ? null : parseFilter(json, { pointer: '', allow: { answers: false, within: false } });
}

/** Whether a judgment applies to a document. */
export function appliesTo({ appliesToFilter: filter }: JudgmentInForce, subject: Subject, nowMs: number): boolean {
  return filter === null || matches(filter, subject, nowMs);
}

/** What a filter may name: the argument `known` of `parseFilter`. */
export function shapesOf({ byName }: InForce): (name: string) => JudgmentShape | undefined {
  return (name) => {
    const judgment = byName.get(name);
    if (!judgment) return undefined;
    const { type, thresholds, options, anyOption, levels, features, parts } = judgment;
    return { type, thresholds: Object.keys(thresholds), options, anyOption, levels, features, parts };
  };
}

/** A function that derives something from what is in force at its first call for an `InForce`, and keeps it with that. */
export function derivedOnce<T>(derive: (inForce: InForce) => T): (inForce: InForce) => T {
  const known = new WeakMap<InForce, { value: T }>();
  return (inForce) => {
    let kept = known.get(inForce);
    if (!kept) known.set(inForce, (kept = { value: derive(inForce) }));
    return kept.value;
  };
}
