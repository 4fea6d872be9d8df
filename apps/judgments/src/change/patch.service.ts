import { Call, RawReply } from '@app/bus';
import { Caller, EstimateView, JudgmentPatchBody, OfJudgment, PatchJudgment } from '@app/contracts';
import { definitionHash, isTemplate } from '@app/definition';
import { Outcome } from '@app/persistence';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { EngineService } from '../engine/engine.service';
import { SlowChanges } from '../commit/change.service';
import { Place, Work, costless, outcomeOf } from '../commit/change';
import { isAutomatic } from '../quote/amounts';
import { ConfirmService } from '../quote/confirm.service';
import { EstimateService } from '../quote/estimate.service';
import { Judgment, toColumn } from '../definition/judgment';
import { JudgmentService } from '../catalog/judgment.service';
import { JudgmentStore } from '../definition/judgment.store';
import { OverrideService } from './override.service';
import { patched } from '../definition/patch';
import { ReplyService } from './reply.service';
import { refuseLater, requireTemplates } from '../definition/request';
import { toConfirm } from '../catalog/view';

/** What a patch that begins to judge by itself was told to cost; null for every other patch. */
type Confirmed = EstimateView | null;

/** Settings of judgments that exist, and their end. */
@Injectable()
export class ChangeService {
  constructor(
    private readonly store: JudgmentStore,
    private readonly judgments: JudgmentService,
    private readonly overrides: OverrideService,
    private readonly engines: EngineService,
    private readonly estimates: EstimateService,
    private readonly confirms: ConfirmService,
    private readonly replies: ReplyService,
    private readonly slow: SlowChanges,
  ) {}

  async patch(query: PatchJudgment, call: Call): Promise<RawReply> {
    return this.slow.run(await this.patching(query, call.who), call);
  }

  /** A patch that makes a judgment judge by itself is answered with its cost until that is confirmed. */
  async patching({ namespace, name, patch }: PatchJudgment, who: Caller): Promise<Work<Confirmed>> {
    const { organization, plan } = who;
    const place = { organization, scope: namespace, name };
    await this.refuseMembers(place, patch);
    if (isTemplate(namespace)) requireTemplates(plan);
    return {
      type: 'judgment_update',
      place,
      asked: { kind: 'patch', query: { namespace, name, patch }, caller: who },
      cost: () => this.cost(place, patch),
      change: async (tx, estimate) => {
        const revision = await this.store.nextRevision(tx, organization);
        const current = await this.judgments.at(place, tx);
        if (current.template !== null) this.overrides.refuseOthers(patch, current);
        const changed: Judgment = { ...patched(current, patch), revision };
        if (estimate === null && begins(current, changed)) throw movedMeanwhile(name);
        if (current.template !== null) {
          return this.overrides.patch(tx, current, patch, namespace, revision, { estimate });
        }
        await this.store.update(tx, changed);
        return this.replies.replied(tx, changed, namespace, 'updated', 200, { estimate });
      },
    };
  }

  private async cost(place: Place, patch: JudgmentPatchBody): Promise<{ reply: Outcome } | { costed: Confirmed }> {
    if (patch.freshness === undefined) return { costed: null };
    const current = await this.judgments.at(place);
    if (current.template !== null) this.overrides.refuseOthers(patch, current);
    const { definition, freshness } = patched(current, patch);
    if (!begins(current, { freshness })) return { costed: null };
    const { confirm, ...asked } = patch;
    const what = { patch: asked, freshness, definition: definitionHash(definition) };
    if (confirm !== undefined) return { costed: this.confirms.read(place, what, confirm).estimate };
    const weight = (await this.engines.known()).of(definition.engine)?.weight ?? 1;
    const { organization, scope: namespace } = place;
    const costing = await this.estimates.cost({ organization, namespace, definition, freshness, weight });
    const token = this.confirms.issue(place, what, costing);
    return { reply: outcomeOf(200, toConfirm(definition, costing.estimate, token)) };
  }

  /** Archives: answers leave reads, the name may come back and its versions go on counting. */
  delete({ namespace, name }: OfJudgment, call: Call): Promise<RawReply> {
    const place = { organization: call.who.organization, scope: namespace, name };
    const work: Work<null> = {
      type: 'judgment_delete',
      place,
      asked: null,
      cost: costless,
      change: async (tx) => {
        const revision = await this.store.nextRevision(tx, place.organization);
        const judgment: Judgment = { ...(await this.judgments.own(place, tx)), archived: true, revision };
        await this.store.update(tx, judgment);
        const announcement = { column: toColumn(judgment), outcomes: judgment.outcomes };
        return { outcome: outcomeOf(200, { deleted: true }), judgment, announcement };
      },
    };
    return this.slow.run(work, call);
  }

  /** Members that are not built are refused first, save those that belong to the template: they are `inherited`. */
  private async refuseMembers({ organization, scope, name }: Place, patch: JudgmentPatchBody): Promise<void> {
    try {
      refuseLater(patch);
    } catch (error) {
      const found = await this.judgments.effective(organization, scope);
      const inherited = found.find((judgment) => judgment.name === name && judgment.template !== null);
      if (inherited) this.overrides.refuseOthers(patch, inherited);
      throw error;
    }
  }
}

/** Whether answers are made by themselves from now on and were not before. */
function begins(before: Pick<Judgment, 'freshness'>, after: Pick<Judgment, 'freshness'>): boolean {
  return !isAutomatic(before.freshness) && isAutomatic(after.freshness);
}

function movedMeanwhile(name: string): Problem {
  return new Problem('conflict', `\`${name}\` was changed meanwhile; read it and send the change again.`, {
    reason: 'confirm_mismatch',
    path: '/confirm',
  });
}
