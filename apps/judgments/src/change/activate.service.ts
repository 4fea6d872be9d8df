import { Call, RawReply } from '@app/bus';
import { ActivateJudgment, Caller } from '@app/contracts';
import { definitionHash, isTemplate, requireActive } from '@app/definition';
import { Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { outdatedBy } from '../backfill/backfill';
import { BackfillStarts } from '../backfill/backfill.service';
import { EngineService } from '../engine/engine.service';
import { SlowChanges } from '../commit/change.service';
import { Work, outcomeOf } from '../commit/change';
import { Costing } from '../quote/confirm.service';
import { Judgment, withActive } from '../definition/judgment';
import { JudgmentService } from '../catalog/judgment.service';
import { JudgmentStore } from '../definition/judgment.store';
import { ReplyService } from './reply.service';
import { requireTemplates } from '../definition/request';
import { toConfirm } from '../catalog/view';

/** Makes a version the active one; what is stored may be judged by it at once. */
@Injectable()
export class ActivateService {
  constructor(
    private readonly store: JudgmentStore,
    private readonly judgments: JudgmentService,
    private readonly engines: EngineService,
    private readonly backfills: BackfillStarts,
    private readonly replies: ReplyService,
    private readonly slow: SlowChanges,
  ) {}

  async activate(query: ActivateJudgment, call: Call): Promise<RawReply> {
    return this.slow.run(this.activating(query, call.who), call);
  }

  activating({ namespace, name, activate }: ActivateJudgment, who: Caller): Work<Costing | null> {
    const { organization, plan } = who;
    if (isTemplate(namespace)) requireTemplates(plan);
    const place = { organization, scope: namespace, name };
    const { version, backfill = false, confirm } = activate;
    return {
      type: 'judgment_update',
      place,
      asked: { kind: 'activate', query: { namespace, name, activate }, caller: who },
      cost: async () => {
        if (!backfill) return { costed: null };
        const judgment = await this.activated(await this.judgments.own(place), version);
        const what = { activate: version, definition: definitionHash(judgment.definition) };
        const existing = outdatedBy(judgment, version, judgment.definition);
        const { costing, token } = await this.backfills.confirmed(place, { ...judgment, existing }, what, confirm);
        if (token === null) return { costed: costing };
        return { reply: outcomeOf(200, toConfirm(judgment.definition, costing.estimate, token)) };
      },
      change: async (tx, costing) => {
        const revision = await this.store.nextRevision(tx, organization);
        const before = await this.judgments.own(place, tx);
        const changed: Judgment = { ...(await this.activated(before, version, tx)), revision };
        requireActive(changed.definition.engine, '', (await this.engines.known()).active);
        await this.store.update(tx, changed);
        if (costing === null) {
          const back = before.activeVersion === version ? null : await this.backfills.bringBack(tx, place, changed);
          return this.replies.replied(tx, changed, namespace, 'updated', 200, { ...(back && { job: back }) });
        }
        const job = await this.backfills.begin(tx, place, changed, costing.estimate);
        return this.replies.replied(tx, changed, namespace, 'updated', 200, { estimate: costing.estimate, job });
      },
    };
  }

  private async activated(current: Judgment, number: number, tx?: Tx): Promise<Judgment> {
    const version = await this.store.version(tx, current.row, number);
    if (!version) throw new Problem('not_found', `\`${current.name}\` has no version ${number}.`);
    return withActive(current, { ...version, isAnswered: version.answered });
  }
}
