import { Call, RawReply } from '@app/bus';
import { Caller, JudgmentRef } from '@app/contracts';
import { JobView } from '@app/contracts/jobs';
import { ActivateJudgment, EstimateView } from '@app/contracts/judgments';
import { definitionHash, isTemplate, requireActive } from '@app/definition';
import type { Queryable, Tx } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { outdatedBy } from '../backfill/backfill';
import { BackfillJobs } from '../backfill/backfill-jobs';
import { BackfillQuotes } from '../backfill/backfill-quotes';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { Change, ChangeResult, Costed, outcomeOf } from './commit/change';
import { ChangeRunner } from './commit/change-runner';
import { Judgment, withActive } from '../judgment/definition/judgment';
import { readNextRevision, updateJudgment } from '../judgment/definition/judgment.store';
import { requireTemplates } from '../judgment/definition/request';
import { EngineService } from '../copy/engine/engine.service';
import { refuseUnsound } from '../judgment/graph/graph';
import { QuoteService } from '../quote/quote.service';
import { toConfirm } from './change-view';
import { changedMeanwhile, enablesFollowing } from './confirm';
import { ReplyService } from './reply.service';

/** What the caller has confirmed of an activation. */
interface Confirmed {
  /** Null when there was nothing to confirm. */
  estimate: EstimateView | null;
  /** Judging follows changes of other documents from now on. */
  isFollowing: boolean;
}

/** Makes a version the active one, and judges the stored documents by it if the caller wants that. */
@Injectable()
export class ActivateService {
  constructor(
    private readonly judgments: JudgmentService,
    private readonly engines: EngineService,
    private readonly quotes: QuoteService,
    private readonly backfillQuotes: BackfillQuotes,
    private readonly backfills: BackfillJobs,
    private readonly replies: ReplyService,
    private readonly runner: ChangeRunner,
  ) {}

  async activate(query: ActivateJudgment, call: Call): Promise<RawReply> {
    return this.runner.run(this.changeOf(query, call.who), call);
  }

  changeOf({ namespace, name, activate }: ActivateJudgment, who: Caller): Change<Confirmed> {
    if (isTemplate(namespace)) requireTemplates(who.plan);
    const ref = { organization: who.organization, scope: namespace, name };
    return {
      type: 'judgment_update',
      ref,
      request: { kind: 'activate', query: { namespace, name, activate }, caller: who },
      readCost: () => this.readCost(ref, activate),
      commit: (tx, confirmed) => this.commit(tx, ref, activate, confirmed),
    };
  }

  private async readCost(
    ref: JudgmentRef,
    { version, backfill = false, confirm }: ActivateJudgment['activate'],
  ): Promise<Costed<Confirmed>> {
    const before = await this.judgments.readOwn(ref);
    const judgment = await this.withVersion(before, version);
    const { definition, freshness } = judgment;
    const isFollowing = enablesFollowing(freshness, before.definition, definition);
    if (!backfill && !isFollowing) return { cost: { estimate: null, isFollowing } };
    const what = { activate: version, definition: definitionHash(definition), freshness, backfill };
    const existing = outdatedBy(judgment, version, definition);
    const { costing, token } = backfill
      ? await this.backfillQuotes.quote(ref, { ...judgment, existing }, what, confirm)
      : await this.quotes.quote(ref, { definition, freshness }, what, confirm);
    const { estimate } = costing;
    if (token === null) return { cost: { estimate, isFollowing } };
    const settings = await this.judgments.readSettings(judgment, ref);
    return { reply: outcomeOf(200, toConfirm({ definition, settings }, estimate, token)) };
  }

  private async commit(
    tx: Tx,
    ref: JudgmentRef,
    { version, backfill, confirm }: ActivateJudgment['activate'],
    { estimate, isFollowing }: Confirmed,
  ): Promise<ChangeResult> {
    const revision = await readNextRevision(tx, ref.organization);
    const before = await this.judgments.readOwn(ref, tx);
    const changed = { ...(await this.withVersion(before, version, tx)), revision };
    const { freshness, definition } = changed;
    if (!isFollowing && enablesFollowing(freshness, before.definition, definition)) throw changedMeanwhile(ref.name);
    requireActive(definition.engine, '', (await this.engines.readKnown()).active);
    await refuseUnsound(tx, { ...ref, definition }, '/version');
    await updateJudgment(tx, changed);
    const job =
      backfill && estimate
        ? await this.backfills.judgeOutdated(tx, changed, estimate.existing.documents, confirm)
        : await this.reinstate(tx, before, changed);
    return this.replies.readResultOf(tx, changed, 'updated', 200, { estimate, ...(job && { job }) });
  }

  /** The job that brings back the answers of the version; null when it has none or is active already. */
  private async reinstate(tx: Tx, before: Judgment, changed: Judgment): Promise<JobView | null> {
    return before.activeVersion === changed.activeVersion ? null : this.backfills.reinstate(tx, changed);
  }

  private async withVersion(current: Judgment, number: number, db?: Queryable): Promise<Judgment> {
    const { version, definition, answered } = await this.judgments.readVersion(current, number, db);
    return withActive(current, { version, definition, hasEarlierAnswers: answered });
  }
}
