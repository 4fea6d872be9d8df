import { BUS, CLOCK } from '@app/boot';
import { Bus, Call } from '@app/bus';
import {
  AnswerView,
  ContextView,
  FetchedDocument,
  PreviewContext,
  TriedJudgment,
  TryJudgment,
  fetchDocuments,
} from '@app/contracts';
import { definitionHash, thresholdsOf } from '@app/definition';
import { timestamp } from '@app/observability';
import type { Clock } from '@app/observability';
import { newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Compiler, Reading } from '../question/compile';
import { AskingService } from '../judging/asking.service';
import { Outcome, rawMembers } from '../record/outcome';
import { PlannedAsk, plan } from '../judging/plan';
import { EngineService } from '../engine/engine.service';
import { EffectiveJudgment } from '../definition/judgment';
import { JudgmentService } from '../catalog/judgment.service';
import { readDefinition } from '../definition/request';
import { NamespaceStore } from '../namespace/namespace.store';
import { onRead } from '../pending/lane';
import { Claim } from '../pending/pending';
import { usageOf } from '../reading/judge.service';
import { TrialStore } from './trial.store';

/** Reads and asks without storing an answer: previews and trials. */
@Injectable()
export class TrialService {
  constructor(
    private readonly judgments: JudgmentService,
    private readonly namespaces: NamespaceStore,
    private readonly engines: EngineService,
    private readonly asking: AskingService,
    private readonly store: TrialStore,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async preview({ namespace, name, preview }: PreviewContext, call: Call): Promise<ContextView> {
    const judgment = await this.judgments.find(call.who.organization, namespace, name);
    const [document] = await this.fetch(namespace, [preview.document], call);
    const images = document.images as Record<string, string>;
    const compiler = new Compiler(
      { ...document, images } as ConstructorParameters<typeof Compiler>[0],
      this.clock.now(),
    );
    return toContextView(compiler.read(judgment.definition, judgment.format));
  }

  /** Asks a definition of a few documents: billed, and nothing of it is stored save what billing needs. */
  async try({ namespace, attempt }: TryJudgment, call: Call): Promise<TriedJudgment> {
    const { organization } = call.who;
    const [engines, settings] = await Promise.all([this.engines.known(), this.namespaces.get(organization, namespace)]);
    const definition = readDefinition(attempt.definition, engines.active, settings.defaultEngine, [], '/definition');
    const documents = await this.fetch(namespace, attempt.documents, call);
    const judgment = judgmentOf(organization, namespace, definition);
    const claim = claimOf(judgment, namespace, attempt.documents, this.clock.now());
    const planned = plan({
      claim,
      judgments: new Map([[judgment.id, judgment]]),
      documents: new Map(
        documents.map((document) => [document.id, { ...document, wanted: { [judgment.id]: document.version } }]),
      ),
      engines: this.engines.current(),
    });
    if (planned.resting.length > 0) {
      throw new Problem(
        'engine_unavailable',
        'The engine is not answering; try again shortly.',
        {},
        { retryAfterS: 5 },
      );
    }
    const asked = await this.askAll(claim, planned.asks);
    await this.store.settle(claim, asked);
    const outcomes = new Map(
      [...planned.settled, ...asked.flatMap((one) => one.outcomes)].map((o) => [o.row.document, o]),
    );
    const tried = documents.map((document) => {
      const images = document.images as Record<string, string>;
      const compiler = new Compiler({ ...document, images } as ConstructorParameters<typeof Compiler>[0], claim.nowMs);
      return {
        document: document.id,
        answer: toAnswerView(judgment, outcomes.get(document.id), claim.nowMs),
        context: toContextView(compiler.read(definition, judgment.format)),
      };
    });
    const billed = [...outcomes.values()].flatMap((outcome) =>
      outcome.kind === 'answered'
        ? [{ judgmentName: definition.name, units: outcome.units, tokens: outcome.tokens, costUsd: outcome.costUsd }]
        : [],
    );
    return { documents: tried, usage: usageOf(billed) };
  }

  private async askAll(claim: Claim, asks: PlannedAsk[]): Promise<{ ask: PlannedAsk; outcomes: Outcome[] }[]> {
    if (asks.length === 0) return [];
    const reserved = await this.asking.reserve(claim, asks);
    const refused = asks.find(({ id }) => reserved.get(id)?.refusal !== null);
    if (refused) {
      const allowed = asks.filter(({ id }) => reserved.get(id)?.refusal === null).map(({ id }) => id);
      if (allowed.length > 0) await this.asking.release(claim, allowed);
      throw new Problem(
        'budget_exceeded',
        "The namespace's compute budget is spent; raise it or wait for the next month.",
      );
    }
    const results = await Promise.all(
      asks.map(async (ask) => ({
        ask,
        result: await this.asking.ask(ask, claim, onRead, reserved.get(ask.id)?.cost_usd ?? 0),
      })),
    );
    const late = results.filter(({ result }) => 'waitMs' in result);
    if (late.length > 0)
      await this.asking.release(
        claim,
        late.map(({ ask }) => ask.id),
      );
    return results.map(({ ask, result }) => ({
      ask,
      outcomes: 'outcomes' in result ? result.outcomes : failedOf(ask),
    }));
  }

  private async fetch(namespace: string, ids: string[], call: Call): Promise<FetchedDocument[]> {
    const query = { organization: call.who.organization, namespace, ids, judgments: [] };
    const { documents } = await this.bus.requester.ask(fetchDocuments, query, Call.until(call.deadlineAtMs));
    const missing = ids.filter((id) => !documents.some((document) => document.id === id));
    if (missing.length === 0) return ids.map((id) => documents.find((document) => document.id === id)!);
    throw new Problem('not_found', `There is no document \`${missing[0]}\` in \`${namespace}\`.`, {
      documents: missing,
    });
  }
}

function judgmentOf(
  organization: string,
  scope: string,
  definition: EffectiveJudgment['definition'],
): EffectiveJudgment {
  const id = newId('jdg');
  return {
    id,
    row: id,
    organization,
    scope,
    name: definition.name,
    activeVersion: 1,
    copied: null,
    lastVersion: 1,
    freshness: { policy: 'manual', debounce_ms: 0, max_wait_ms: 0, interval: null },
    thresholds: {},
    outcomes: {},
    revision: 0,
    archived: false,
    definition,
    earlierPaths: [],
    isAnswered: false,
    format: 1,
    template: null,
    overrides: [],
  };
}

function claimOf(judgment: EffectiveJudgment, namespace: string, documents: readonly string[], nowMs: number): Claim {
  const row = {
    judgmentId: judgment.id,
    lane: onRead,
    touches: 0,
    attempts: 0,
    traceparent: null,
    job: null,
    isRenewed: false,
    isFree: false,
    head: null,
  };
  return {
    id: definitionHash(judgment.definition),
    namespaceId: '0',
    organization: judgment.organization,
    namespace,
    revision: 0,
    nowMs,
    claimedAtMs: Date.now(),
    rows: documents.map((document) => ({ ...row, document })),
  };
}

function failedOf(ask: PlannedAsk): Outcome[] {
  return ask.questions.map(({ row, judgment, seen }) => ({
    kind: 'failed',
    row,
    judgmentId: judgment.id,
    isAhead: false,
    judgmentName: judgment.name,
    version: judgment.activeVersion,
    template: false,
    documentVersion: ask.document.version,
    seen,
    engine: judgment.definition.engine,
    failure: 'engine_unavailable',
    retryMs: null,
  }));
}

function toContextView({ context }: Reading): ContextView {
  const { text, tokens, sizeClass, truncated, cuts, hash } = context;
  return { text, tokens, size_class: sizeClass, truncated, cuts, hash };
}

function toAnswerView(judgment: EffectiveJudgment, outcome: Outcome | undefined, nowMs: number): AnswerView {
  const answered = outcome?.kind === 'answered' ? outcome : null;
  const { definition, thresholds } = judgment;
  const raw = answered
    ? rawMembers(answered)
    : { number: null, value: null, escape_p: null, dist: null, normalized: null };
  const { number, value, escape_p, dist, normalized } = raw;
  const members =
    definition.type === 'bool'
      ? { p: number }
      : definition.type === 'choice'
        ? { value, dist, escape_p }
        : { score: number, value, normalized, dist };
  const read = thresholdsOf({ ...members }, thresholds);
  return {
    id: null,
    type: definition.type,
    status: answered ? 'fresh' : 'unavailable',
    stale_reason: null,
    unavailable_reason: answered ? null : outcome?.kind === 'failed' ? outcome.failure : 'never_judged',
    ...members,
    calibrated: null,
    thresholds: read.thresholds,
    thresholds_missing: read.missing,
    engine: definition.engine,
    engine_version: answered?.engineVersion ?? null,
    version: null,
    document_version: outcome?.documentVersion ?? null,
    judged_at: answered ? timestamp(nowMs) : null,
    due_at: null,
    truncated: answered?.truncated ?? null,
  };
}
