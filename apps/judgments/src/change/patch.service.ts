import { Call, RawReply } from '@app/bus';
import { Caller, JudgmentRef } from '@app/contracts';
import { EstimateView, JudgmentPatchBody, PatchJudgment } from '@app/contracts/judgments';
import { ActiveEngine, definitionHash, isTemplate } from '@app/definition';
import type { Tx } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { Change, ChangeResult, Costed, outcomeOf } from './commit/change';
import { ChangeRunner } from './commit/change-runner';
import { EffectiveJudgment, Judgment } from '../judgment/definition/judgment';
import { readNextRevision, updateJudgment } from '../judgment/definition/judgment.store';
import { patched } from '../judgment/definition/patch';
import { requireTemplates } from '../judgment/definition/request';
import { EngineService } from '../copy/engine/engine.service';
import { moveDebounced } from '../queue/pending/pending.store';
import { InvalidatedDocuments } from '../quote/invalidated-documents';
import { QuoteService } from '../quote/quote.service';
import { toConfirm } from './change-view';
import { changedMeanwhile, enablesJudging } from './confirm';
import { patchOverride, refuseInherited } from './override';
import { judgedOnce } from './judged-once';
import { ReplyService } from './reply.service';
import { WarningService } from './warning/warning.service';

/** What the caller has confirmed of a patch that enables automatic judging; null for another patch. */
type Confirmed = { estimate: EstimateView; definition: string } | null;

/** Changes settings of judgments. */
@Injectable()
export class PatchService {
  constructor(
    private readonly judgments: JudgmentService,
    private readonly engines: EngineService,
    private readonly quotes: QuoteService,
    private readonly invalidated: InvalidatedDocuments,
    private readonly replies: ReplyService,
    private readonly runner: ChangeRunner,
    private readonly warnings: WarningService,
  ) {}

  async patch(query: PatchJudgment, call: Call): Promise<RawReply> {
    return this.runner.run(await this.readChangeOf(query, call.who), call);
  }

  /** The change of a patch. One that enables automatic judging is answered with its cost until the caller confirms it. */
  async readChangeOf({ namespace, name, patch }: PatchJudgment, who: Caller): Promise<Change<Confirmed>> {
    const ref = { organization: who.organization, scope: namespace, name };
    if (isTemplate(namespace)) requireTemplates(who.plan);
    const engines = patch.alternatives?.skip_engines ? (await this.engines.readKnown()).active : [];
    return {
      type: 'judgment_update',
      ref,
      request: { kind: 'patch', query: { namespace, name, patch }, caller: who },
      readCost: () => this.readCost(ref, patch, engines),
      commit: (tx, confirmed) => this.commit(tx, ref, patch, engines, confirmed),
    };
  }

  private async readCost(
    ref: JudgmentRef,
    patch: JudgmentPatchBody,
    engines: readonly ActiveEngine[],
  ): Promise<Costed<Confirmed>> {
    if (patch.freshness === undefined) return { cost: null };
    const current = await this.judgments.find(ref);
    if (current.template !== null) refuseInherited(patch, current);
    const after = await this.readPatched(current, patch, engines);
    const { definition, freshness } = after;
    if (!enablesJudging(current, { freshness })) return { cost: null };
    const { confirm, ...asked } = patch;
    const hash = definitionHash(definition);
    const what = { patch: asked, freshness, definition: hash };
    const existing = this.invalidated.readerOf(ref, after);
    const { costing, token } = await this.quotes.quote(ref, { definition, freshness, existing }, what, confirm);
    const { estimate, ...sample } = costing;
    if (token === null) return { cost: { estimate, definition: hash } };
    const settings = await this.judgments.readSettings(after, ref);
    const warned = await this.warnings.readFor(ref, { ...after, ...sample, present: null });
    const warnings = [...judgedOnce(estimate), ...warned];
    return { reply: outcomeOf(200, toConfirm({ definition, settings }, estimate, token, { warnings })) };
  }

  private async commit(
    tx: Tx,
    ref: JudgmentRef,
    patch: JudgmentPatchBody,
    engines: readonly ActiveEngine[],
    confirmed: Confirmed,
  ): Promise<ChangeResult> {
    const revision = await readNextRevision(tx, ref.organization);
    const current = await this.judgments.find(ref, tx);
    const isInherited = current.template !== null;
    if (isInherited) refuseInherited(patch, current);
    const changed: Judgment = { ...(await this.readPatched(current, patch, engines, tx)), revision };
    const isConfirmed = confirmed?.definition === definitionHash(current.definition);
    if (!isConfirmed && enablesJudging(current, changed)) throw changedMeanwhile(ref.name);
    const estimate = confirmed?.estimate ?? null;
    await moveWaiting(tx, ref.scope, current, changed);
    const warnings = await this.warnings.readOfPatch(ref, changed, Object.keys(patch), tx);
    const more = { estimate, warnings };
    if (isInherited) return patchOverride(tx, this.judgments, current, patch, ref.scope, revision, more);
    await updateJudgment(tx, changed);
    return this.replies.readResultOf(tx, changed, 'updated', 200, more);
  }

  /** The judgment as a patch leaves it. A namespace that resets its own freshness follows its template's again. */
  private async readPatched(
    current: EffectiveJudgment,
    patch: JudgmentPatchBody,
    engines: readonly ActiveEngine[],
    tx?: Tx,
  ): Promise<EffectiveJudgment> {
    const changed = patched(current, patch, engines);
    const { organization, name, template: scope } = current;
    if (scope === null || patch.freshness !== null) return changed;
    return { ...changed, freshness: (await this.judgments.readOwn({ organization, scope, name }, tx)).freshness };
  }
}

/** Answers that wait for the end of a debounce follow a new one. */
async function moveWaiting(tx: Tx, scope: string, before: Judgment, after: Judgment): Promise<void> {
  const { organization, id: judgmentId } = before;
  const [old, now] = [before.freshness, after.freshness];
  if (old.debounce_ms === now.debounce_ms && old.max_wait_ms === now.max_wait_ms) return;
  await moveDebounced(tx, { organization, scope, judgmentId }, old, now);
}
