import type { NamespaceRef } from '@app/contracts';
import type { FetchedDocument } from '@app/contracts/documents';
import { defaultAlternatives, defaultQueue, definitionHash } from '@app/definition';
import { newId } from '@app/persistence';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import { onRead } from '../queue/pending/lane';
import type { Claim } from '../queue/pending/pending';

/** A judgment for a definition that is not stored. */
export function trialJudgment(
  { organization, namespace: scope }: NamespaceRef,
  { definition, thresholds }: Pick<EffectiveJudgment, 'definition' | 'thresholds'>,
): EffectiveJudgment {
  const id = newId('jdg');
  return {
    id,
    rowId: id,
    organization,
    scope,
    name: definition.name,
    activeVersion: 1,
    copied: null,
    lastVersion: 1,
    freshness: { policy: 'manual', debounce_ms: 0, max_wait_ms: 0, interval: null },
    thresholds,
    outcomes: {},
    alternatives: defaultAlternatives,
    queue: defaultQueue,
    revision: 0,
    archived: false,
    definition,
    earlierPaths: [],
    hasEarlierAnswers: false,
    format: 1,
    template: null,
    overrides: [],
  };
}

/** A claim of rows that are in no queue, one for each document, so that a trial is planned and asked like judging. */
export function trialClaim(judgment: EffectiveJudgment, documents: readonly FetchedDocument[], nowMs: number): Claim {
  const row = {
    judgmentId: judgment.id,
    targetVersion: null,
    lane: onRead,
    documentVersion: 0,
    wantedVersion: 0,
    wantedAtMs: nowMs,
    changes: 0,
    attempts: 0,
    traceparent: null,
    job: null,
    otherJobs: [],
    isRenewed: false,
    isCounted: false,
    needsNoEngine: false,
    head: null,
    earlier: null,
  };
  return {
    id: definitionHash(judgment.definition),
    namespaceId: '0',
    organization: judgment.organization,
    namespace: judgment.scope,
    revision: 0,
    nowMs,
    claimedAtMs: Date.now(),
    rows: documents.map(({ id: document }) => ({ ...row, document })),
  };
}
