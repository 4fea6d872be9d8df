import { BUS, EFFECTS } from '@app/boot';
import { Bus, Call, RawReply } from '@app/bus';
import { ActivateJudgment, JudgmentChange, OfJudgment, PatchJudgment } from '@app/contracts';
import { isTemplate, mergeFreshness, mergeOutcomes, mergeThresholds, requireActive } from '@app/definition';
import { Effects, Outcome, Tx, addToOutbox, killPoint } from '@app/persistence';
import { Problem, notAvailableYet } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { EngineService } from '../engine/engine.service';
import { Announcement, AnnouncementService } from './announcement.service';
import { Judgment, inForce, toColumn, withActive } from './judgment';
import { JudgmentService } from './judgment.service';
import { JudgmentStore } from './judgment.store';
import { OverrideService } from './override.service';
import { parseWhen } from './outcome-rule';
import { refuseLater, requireTemplates } from './request';
import { toChange } from './view';

/** What a change did: its reply, and what its holders must be told; nothing when nothing changed. */
export interface Changed {
  outcome: Outcome;
  judgment: Judgment;
  announcement: Announcement | null;
}

/** Changes of judgments that exist, and the way every change goes: once, with its fact, then to its holders. */
@Injectable()
export class ChangeService {
  constructor(
    private readonly store: JudgmentStore,
    private readonly judgments: JudgmentService,
    private readonly overrides: OverrideService,
    private readonly engines: EngineService,
    private readonly announcements: AnnouncementService,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async patch({ namespace, name, patch }: PatchJudgment, call: Call): Promise<RawReply> {
    const { organization, plan } = call.who;
    await this.refuseMembers(organization, namespace, name, patch);
    if (isTemplate(namespace)) requireTemplates(plan);
    return this.once('judgment_update', call, { organization, scope: namespace, name }, async (tx) => {
      const revision = await this.store.nextRevision(tx, organization);
      const current = await this.effectiveOf(tx, organization, namespace, name);
      if (current.template !== null) {
        this.overrides.refuseOthers(patch, current);
        return this.overrides.patch(tx, current, patch, namespace, revision);
      }
      const { definition } = current;
      const thresholds =
        patch.thresholds === undefined
          ? current.thresholds
          : mergeThresholds(current.thresholds, patch.thresholds, definition, '/thresholds');
      const freshness =
        patch.freshness === undefined
          ? current.freshness
          : mergeFreshness(current.freshness, patch.freshness, '/freshness');
      const outcomes =
        patch.outcomes === undefined
          ? current.outcomes
          : mergeOutcomes(current.outcomes, patch.outcomes, definition, parseWhen, '/outcomes');
      const changed: Judgment = { ...current, thresholds, freshness, outcomes, revision };
      await this.store.update(tx, changed);
      return this.replied(tx, changed, namespace, 'updated', 200);
    });
  }

  async activate({ namespace, name, activate }: ActivateJudgment, call: Call): Promise<RawReply> {
    const { organization, plan } = call.who;
    if (activate.backfill === true) throw notAvailableYet('/backfill');
    if (activate.confirm !== undefined) throw notAvailableYet('/confirm');
    if (isTemplate(namespace)) requireTemplates(plan);
    return this.once('judgment_update', call, { organization, scope: namespace, name }, async (tx) => {
      const revision = await this.store.nextRevision(tx, organization);
      const current = await this.ownOf(tx, organization, namespace, name);
      const version = await this.store.version(tx, current.row, activate.version);
      if (!version) throw new Problem('not_found', `\`${name}\` has no version ${activate.version}.`);
      const { definition } = version;
      requireActive(definition.engine, '/version', (await this.engines.known()).active);
      const changed: Judgment = { ...withActive(current, version.version, definition), revision };
      await this.store.update(tx, changed);
      return this.replied(tx, changed, namespace, 'updated', 200);
    });
  }

  /** Archives: answers leave reads, the name may come back and its versions go on counting. */
  async delete({ namespace, name }: OfJudgment, call: Call): Promise<RawReply> {
    const { organization } = call.who;
    return this.once('judgment_delete', call, { organization, scope: namespace, name }, async (tx) => {
      const revision = await this.store.nextRevision(tx, organization);
      const current = await this.ownOf(tx, organization, namespace, name);
      const judgment: Judgment = { ...current, archived: true, revision };
      await this.store.update(tx, judgment);
      const announcement = { column: toColumn(judgment), outcomes: judgment.outcomes };
      return { outcome: { status: 200, body: JSON.stringify({ deleted: true }) }, judgment, announcement };
    });
  }

  /** The reply of a change that is done, and what is announced of it. */
  async replied(
    tx: Tx,
    judgment: Judgment,
    scope: string,
    status: string,
    httpStatus: number,
    more: Partial<JudgmentChange> = {},
  ): Promise<Changed> {
    const view = await this.judgments.view(inForce(judgment, scope, undefined), scope, tx);
    const { activeVersion: version, definition } = judgment;
    const body = toChange({ status, judgment: view, version, definition, ...more });
    const announcement = { column: toColumn(judgment), outcomes: judgment.outcomes };
    return { outcome: { status: httpStatus, body: JSON.stringify(body) }, judgment, announcement };
  }

  /**
   * Runs a change once, with its fact in the same transaction, and tells its holders before it answers. A holder that
   * stays silent turns the reply into a job, which ends when all have applied. Asked again, the kept reply is given
   * after the holders have been told again: the first attempt may have died before it told them.
   */
  async once(
    jobType: string,
    call: Call,
    place: { organization: string; scope: string; name: string },
    change: (tx: Tx) => Promise<Changed>,
  ): Promise<RawReply> {
    let changed: Changed | undefined;
    const outcome = await this.effects.once(call, async (tx) => {
      changed = await change(tx);
      if (changed.announcement) {
        await addToOutbox(tx, [this.announcements.factOf(changed.announcement)]);
        tx.afterCommit(() => this.bus.relay.wake());
      }
      return changed.outcome;
    });
    await killPoint('judgments.change.after-commit');
    const told = changed ?? (await this.changedBefore(place, outcome));
    if (!told?.announcement) return RawReply.of(outcome);
    const silent = await this.announcements.tell(told.announcement, call);
    if (silent.length === 0) return RawReply.of(outcome);
    const job = await this.announcements.openJob(jobType, told.judgment, told.announcement, outcome);
    return RawReply.of({ status: 202, body: JSON.stringify(job) });
  }

  private async changedBefore(
    { organization, scope, name }: { organization: string; scope: string; name: string },
    outcome: Outcome,
  ): Promise<Changed | undefined> {
    const [judgment, override] = await Promise.all([
      this.store.latest(organization, scope, name),
      this.overrides.told(organization, scope, name),
    ]);
    const own = judgment && { judgment, announcement: { column: toColumn(judgment), outcomes: judgment.outcomes } };
    // Of a namespace that has had both, what changed last is what the kept reply was about.
    const revisionOf = (told: typeof override): number => told?.announcement?.column.revision ?? 0;
    const told = revisionOf(override) > revisionOf(own) ? override : own;
    return told ? { outcome, ...told } : undefined;
  }

  /** What is not built is told before anything else, but what is another's to change is told as that. */
  private async refuseMembers(organization: string, scope: string, name: string, patch: PatchJudgment['patch']) {
    try {
      refuseLater(patch);
    } catch (error) {
      const found = await this.judgments.effective(organization, scope);
      const inherited = found.find((judgment) => judgment.name === name && judgment.template !== null);
      if (inherited) this.overrides.refuseOthers(patch, inherited);
      throw error;
    }
  }

  private async effectiveOf(tx: Tx, organization: string, scope: string, name: string) {
    const own = await this.store.named(organization, scope, name, tx);
    return own ? inForce(own, scope, undefined) : this.judgments.find(organization, scope, name, tx);
  }

  private async ownOf(tx: Tx, organization: string, scope: string, name: string): Promise<Judgment> {
    const own = await this.store.named(organization, scope, name, tx);
    if (own) return own;
    const { template } = await this.judgments.find(organization, scope, name, tx);
    throw new Problem('conflict', `\`${name}\` is inherited from \`${template}\`; change it there.`, {
      reason: 'inherited',
      template,
    });
  }
}
