import { Call, RawReply } from '@app/bus';
import { Caller, JudgmentRef } from '@app/contracts';
import {
  BackfillBody,
  EstimateView,
  MissingAnswers,
  MissingAnswersFound,
  StartBackfill,
} from '@app/contracts/judgments';
import { definitionHash, requireActive } from '@app/definition';
import { parseFilter } from '@app/filter';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { BackfillRequest, VersionRequest, choiceOf } from '../backfill/backfill';
import { BackfillJobs } from '../backfill/backfill-jobs';
import { BackfillQuotes } from '../backfill/backfill-quotes';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { Change, Costed, outcomeOf } from './commit/change';
import { ChangeRunner } from './commit/change-runner';
import { EffectiveJudgment, asVersion, storedActive } from '../judgment/definition/judgment';
import { markAnswered } from '../judgment/definition/version.store';
import { EngineService } from '../copy/engine/engine.service';
import { shapesOf } from '../judgment/catalog/filter-shapes';

/** A Problem is made where it is thrown: it carries the stack of its request. */
function needsActive(): Problem {
  const message =
    '`other_epoch` is about the answers of the active version; leave `version` out, or use `only: "stale"`.';
  return new Problem('invalid_request', message, { path: '/only' });
}

/** Starts backfills: replies with the cost first and, once the caller confirms it, with the job. */
@Injectable()
export class StartBackfillService {
  constructor(
    private readonly judgments: JudgmentService,
    private readonly engines: EngineService,
    private readonly quotes: BackfillQuotes,
    private readonly jobs: BackfillJobs,
    private readonly runner: ChangeRunner,
  ) {}

  async start(query: StartBackfill, call: Call): Promise<RawReply> {
    return this.runner.run(await this.readChangeOf(query, call.who), call);
  }

  /**
   * What judging the documents without an answer of the active version would take; nothing is begun.
   * @throws Problem `not_found`; `unavailable` while documents or billing cannot answer
   */
  async estimateMissing({
    organization,
    namespace: scope,
    judgment: name,
  }: MissingAnswers): Promise<MissingAnswersFound> {
    const ref = { organization, scope, name };
    const judgment = await this.judgments.find(ref);
    const { filter, judgment: id, only } = requestOf(judgment, {});
    const { costing } = await this.quotes.quote(
      ref,
      { ...judgment, existing: { filter, judgment: id, only } },
      {},
      undefined,
    );
    const { documents, judgment_units, cost_usd } = costing.estimate.existing;
    return { documents, judgment_units, cost_usd };
  }

  async readChangeOf({ namespace, name, backfill }: StartBackfill, who: Caller): Promise<Change<EstimateView>> {
    const ref = { organization: who.organization, scope: namespace, name };
    const active = await this.judgments.find(ref);
    const judgment = await this.readVersionOf(active, backfill.version);
    await this.checkFilter(ref, backfill);
    const chosen = requestOf(judgment, backfill);
    if (judgment !== active && backfill.only === 'other_epoch') throw needsActive();
    const preJudged = judgment === active ? null : versionRequest(judgment, chosen);
    return {
      type: 'backfill_start',
      ref,
      request: { kind: 'backfill', query: { namespace, name, backfill }, caller: who },
      readCost: () => this.readCost(ref, judgment, backfill, chosen, preJudged),
      commit: async (tx, estimate) => {
        if (preJudged) await markAnswered(tx, judgment.rowId, judgment.activeVersion);
        const job = await this.jobs.begin(tx, ref, {
          request: preJudged ?? chosen,
          total: estimate.existing.documents,
          maxUsd: backfill.max_usd ?? null,
          token: backfill.confirm,
        });
        return { outcome: outcomeOf(201, { status: 'started', confirm: null, job, estimate }), fact: null };
      },
    };
  }

  private async readCost(
    ref: JudgmentRef,
    judgment: EffectiveJudgment,
    { confirm, ...asked }: BackfillBody,
    { filter, judgment: id, only }: Omit<BackfillRequest, 'key'>,
    preJudged: VersionRequest | null,
  ): Promise<Costed<EstimateView>> {
    const existing = preJudged ? this.quotes.existingOf(ref, preJudged, judgment) : { filter, judgment: id, only };
    const what = { backfill: asked, definition: definitionHash(judgment.definition) };
    const { costing, token } = await this.quotes.quote(ref, { ...judgment, existing }, what, confirm);
    const { estimate } = costing;
    if (token === null) return { cost: estimate };
    return { reply: outcomeOf(200, { status: 'confirmation_required', confirm: token, estimate }) };
  }

  /** The judgment as if the wanted version were active. @throws Problem not_found; engine_version_unavailable */
  private async readVersionOf(judgment: EffectiveJudgment, version: number | undefined): Promise<EffectiveJudgment> {
    if (version === undefined || version === judgment.activeVersion) return judgment;
    const row = await this.judgments.readVersion(judgment, version);
    requireActive(row.definition.engine, '/version', (await this.engines.readKnown()).active);
    return asVersion(judgment, row);
  }

  /** @throws Problem `invalid_request` */
  private async checkFilter(ref: JudgmentRef, { filter }: BackfillBody): Promise<void> {
    if (filter === undefined) return;
    const known = shapesOf(await this.judgments.readEffective(ref));
    parseFilter(filter, { pointer: '/filter', allow: { answers: true, within: true }, known });
  }
}

function requestOf({ id, name }: EffectiveJudgment, backfill: BackfillBody): Omit<BackfillRequest, 'key'> {
  const only = choiceOf(backfill);
  return { judgment: id, name, filter: backfill.filter ?? null, ...(only && { only }) };
}

/** The request of a backfill by a version that is not active. */
function versionRequest(judgment: EffectiveJudgment, request: Omit<BackfillRequest, 'key'>): VersionRequest {
  return { ...request, version: storedActive(judgment), appliesTo: judgment.definition.applies_to ?? null };
}
