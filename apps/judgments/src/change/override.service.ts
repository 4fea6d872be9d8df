import { JudgmentChange, JudgmentPatchBody } from '@app/contracts';
import { mergeFreshness, mergeThresholds } from '@app/definition';
import { Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { Announcement } from '../commit/replication.service';
import type { Changed } from '../commit/change';
import { EffectiveJudgment, Override, toOverrideColumn } from '../definition/judgment';
import { JudgmentService } from '../catalog/judgment.service';
import { JudgmentStore } from '../definition/judgment.store';
import { OverrideStore } from '../definition/override.store';
import { toChange } from '../catalog/view';

/** What a namespace may change of a judgment that it inherits. */
const overridable = ['thresholds', 'freshness'];

/** A namespace's own settings of what it inherits: one row, told to the holders like any change of a judgment. */
@Injectable()
export class OverrideService {
  constructor(
    private readonly store: JudgmentStore,
    private readonly overrides: OverrideStore,
    private readonly judgments: JudgmentService,
  ) {}

  /** @throws Problem conflict, reason `inherited`, when a patch names more than the namespace may change */
  refuseOthers(patch: JudgmentPatchBody, { name, template }: EffectiveJudgment): void {
    const member = Object.keys(patch).find(
      (key) => key !== 'confirm' && patch[key as keyof JudgmentPatchBody] !== undefined && !overridable.includes(key),
    );
    if (member === undefined) return;
    const sentence = `\`${name}\` is inherited from \`${template}\`; only its thresholds and freshness may be changed here.`;
    throw new Problem('conflict', sentence, { reason: 'inherited', template, path: `/${member}` });
  }

  /** Once touched, thresholds are the namespace's own copy of the whole map, and freshness is its own; null resets. */
  async patch(
    tx: Tx,
    current: EffectiveJudgment,
    patch: JudgmentPatchBody,
    scope: string,
    revision: number,
    more: Partial<JudgmentChange> = {},
  ): Promise<Changed> {
    const { organization, id, name, definition } = current;
    const kept = (await this.overrides.of(organization, scope, tx)).find(({ judgmentId }) => judgmentId === id);
    const override: Override = {
      judgmentId: id,
      scope,
      thresholds: kept?.thresholds ?? null,
      freshness: kept?.freshness ?? null,
      revision,
    };
    if (patch.thresholds !== undefined) {
      override.thresholds =
        patch.thresholds && mergeThresholds(current.thresholds, patch.thresholds, definition, '/thresholds');
    }
    if (patch.freshness !== undefined) {
      override.freshness = patch.freshness && mergeFreshness(current.freshness, patch.freshness, '/freshness');
    }
    await this.overrides.put(tx, override);
    const judgment = await this.judgments.find(organization, scope, name, tx);
    const view = await this.judgments.view(judgment, scope, tx);
    const body = toChange({ status: 'updated', judgment: view, version: judgment.activeVersion, definition, ...more });
    return {
      outcome: { status: 200, body: JSON.stringify(body) },
      judgment,
      announcement: announcementOf(judgment, override),
    };
  }

  /** What holders are to know of the override that a namespace changed last; null when it never had one. */
  async told(
    organization: string,
    scope: string,
    name: string,
  ): Promise<Pick<Changed, 'judgment' | 'announcement'> | null> {
    const override = await this.overrides.latest(organization, scope, name);
    if (!override) return null;
    const [judgment] = await this.store.byIds(organization, [override.judgmentId]);
    return judgment ? { judgment, announcement: announcementOf(judgment, override) } : null;
  }
}

function announcementOf(judgment: EffectiveJudgment | Changed['judgment'], override: Override): Announcement {
  return { column: toOverrideColumn(judgment, override), outcomes: judgment.outcomes };
}
