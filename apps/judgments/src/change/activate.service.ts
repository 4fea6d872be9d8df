import { Call, RawReply } from '@app/bus';
import { ActivateJudgment, Caller, JudgmentRef } from '@app/contracts';
import { definitionHash, isTemplate, requireActive } from '@app/definition';
import type { Queryable, Tx } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { outdatedBy } from '../backfill/backfill';
import { BackfillJobs } from '../backfill/backfill-jobs';
import { BackfillQuotes } from '../backfill/backfill-quotes';
import { JudgmentService } from '../catalog/judgment.service';
import { Change, ChangeResult, Costed, outcomeOf } from '../commit/change';
import { ChangeRunner } from '../commit/change-runner';
import { Judgment, withActive } from '../definition/judgment';
import { nextRevision, updateJudgment } from '../definition/judgment.store';
import { requireTemplates } from '../definition/request';
import { EngineService } from '../engine/engine.service';
import type { Costing } from '../quote/estimate.service';
import { toConfirm } from './change-view';
import { ReplyService } from './reply.service';

/** Makes a version the active one, and judges the stored documents by it if the caller wants that. */
@Injectable()
export class ActivateService {
  constructor(
    private readonly judgments: JudgmentService,
    private readonly engines: EngineService,
    private readonly quotes: BackfillQuotes,
    private readonly backfills: BackfillJobs,
    private readonly replies: ReplyService,
    private readonly runner: ChangeRunner,
  ) {}

  async activate(query: ActivateJudgment, call: Call): Promise<RawReply> {
    return this.runner.run(this.changeOf(query, call.who), call);
  }

  changeOf({ namespace, name, activate }: ActivateJudgment, who: Caller): Change<Costing | null> {
    if (isTemplate(namespace)) requireTemplates(who.plan);
    const ref = { organization: who.organization, scope: namespace, name };
    return {
      type: 'judgment_update',
      ref,
      request: { kind: 'activate', query: { namespace, name, activate }, caller: who },
      cost: async () => (activate.backfill ? this.cost(ref, activate) : { cost: null }),
      commit: (tx, costing) => this.commit(tx, ref, activate, costing),
    };
  }

  private async cost(
    ref: JudgmentRef,
    { version, confirm }: ActivateJudgment['activate'],
  ): Promise<Costed<Costing | null>> {
    const judgment = await this.withVersion(await this.judgments.own(ref), version);
    const { definition } = judgment;
    const what = { activate: version, definition: definitionHash(definition) };
    const existing = outdatedBy(judgment, version, definition);
    const { costing, token } = await this.quotes.quote(ref, { ...judgment, existing }, what, confirm);
    if (token === null) return { cost: costing };
    return { reply: outcomeOf(200, toConfirm(definition, costing.estimate, token)) };
  }

  private async commit(
    tx: Tx,
    ref: JudgmentRef,
    { version, confirm }: ActivateJudgment['activate'],
    costing: Costing | null,
  ): Promise<ChangeResult> {
    const revision = await nextRevision(tx, ref.organization);
    const before = await this.judgments.own(ref, tx);
    const changed = { ...(await this.withVersion(before, version, tx)), revision };
    requireActive(changed.definition.engine, '', (await this.engines.known()).active);
    await updateJudgment(tx, changed);
    if (costing) {
      const { estimate } = costing;
      const job = await this.backfills.judgeOutdated(tx, changed, estimate.existing.documents, confirm);
      return this.replies.resultOf(tx, changed, 'updated', 200, { estimate, job });
    }
    const job = before.activeVersion === version ? null : await this.backfills.reinstate(tx, changed);
    return this.replies.resultOf(tx, changed, 'updated', 200, { ...(job && { job }) });
  }

  private async withVersion(current: Judgment, number: number, db?: Queryable): Promise<Judgment> {
    const { version, definition, answered } = await this.judgments.version(current, number, db);
    return withActive(current, { version, definition, hasEarlierAnswers: answered });
  }
}
