import type { FetchedDocument } from '@app/contracts/documents';
import { defaultAlternatives, defaultQueue } from '@app/definition';
import type { Definition } from '@app/definition';
import type { AnswerRow } from '../answer/answer';
import { TargetMap } from '../judgment/catalog/target';
import type { Combiners } from '../copy/combiner/combiner';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import { Engine, Engines } from '../copy/engine/engine';
import { Plan, plan } from '../judging/plan';
import type { Claim, ClaimedRow, Head } from '../queue/pending/pending';
import type { Seen } from '../question/previous';

export const epoch = 'current+2026-03-02.1';
export const nowMs = Date.parse('2026-03-04T09:30:00.000Z');
export const engine: Engine = {
  name: 'jev',
  version: 'current',
  active: true,
  engineVersion: epoch,
  circuitOpen: false,
  circuitChangedAtMs: 0,
  weight: 1,
  probabilityStep: null,
  source: 'hosted',
};

/** A bool judgment in `a/b`, as catalogues hold it. */
export function judgmentOf(id: string, more: Partial<Definition> = {}): EffectiveJudgment {
  const definition = {
    name: id,
    type: 'bool',
    question: `Is it ${id}?`,
    context: { fields: ['state.note'] },
    engine: { name: 'jev', version: 'current' },
    horizon: '0s',
    ...more,
  } as Definition;
  return {
    id,
    rowId: id,
    organization: 'org_1',
    scope: 'a/b',
    name: id,
    activeVersion: 1,
    lastVersion: 1,
    copied: null,
    freshness: { policy: 'on_change', debounce_ms: 0, max_wait_ms: 0, interval: null },
    thresholds: {},
    outcomes: {},
    alternatives: defaultAlternatives,
    queue: defaultQueue,
    revision: 1,
    archived: false,
    definition,
    earlierPaths: [],
    hasEarlierAnswers: false,
    format: 1,
    template: null,
    overrides: [],
  };
}

/** A document that judgments want at version 5. */
export function documentOf(id: string, note: string, wanted: string[]): FetchedDocument {
  const at = '2026-03-04T09:30:00.000Z';
  return {
    id,
    version: 7,
    created_at: at,
    updated_at: at,
    attributes: {},
    state: { note },
    images: {},
    wanted: Object.fromEntries(wanted.map((judgment) => [judgment, 5])),
  };
}

const noSeen: Seen = { last: null, before: null, first: null };
/** The head of a document without an answer. */
export const noHead: Head = {
  version: null,
  contextHash: null,
  engineVersion: null,
  answerId: null,
  failure: null,
  readHash: null,
  featureInputs: null,
  combiner: null,
  seen: noSeen,
};
export const rowOf = (document: string, judgmentId: string, head: Head | null = null): ClaimedRow => ({
  document,
  judgmentId,
  targetVersion: null,
  lane: 1,
  documentVersion: 7,
  wantedVersion: 0,
  wantedAtMs: 0,
  changes: 1,
  attempts: 0,
  traceparent: null,
  job: null,
  otherJobs: [],
  isRenewed: false,
  isCounted: false,
  needsNoEngine: false,
  head,
  earlier: head && { number: null, seen: head.seen },
});
export const claimOf = (rows: ClaimedRow[]): Claim => ({
  id: 'clm_1',
  namespaceId: '1',
  organization: 'org_1',
  namespace: 'a/b',
  revision: 1,
  nowMs,
  claimedAtMs: 0,
  rows,
});

/** Plans a claim; `judgments` are in the order of the rows where these name a version. */
export function planOf(
  rows: ClaimedRow[],
  judgments: EffectiveJudgment[],
  documents: FetchedDocument[],
  engines = [engine],
  earlierAnswers = new Map<ClaimedRow, AnswerRow>(),
  combiners = new TargetMap<Combiners>(),
): Plan {
  const byTarget = new TargetMap<EffectiveJudgment>();
  for (const judgment of [...judgments].reverse()) {
    byTarget.set({ judgmentId: judgment.id, targetVersion: null }, judgment);
  }
  for (const [i, row] of rows.entries()) if (row.targetVersion !== null) byTarget.set(row, judgments[i]);
  return plan({
    claim: claimOf(rows),
    earlierAnswers,
    combiners,
    judgments: byTarget,
    documents: new Map(documents.map((document) => [document.id, document])),
    engines: new Engines(engines),
  });
}
