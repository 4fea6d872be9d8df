import { JudgmentChange, JudgmentPatchBody } from '@app/contracts/judgments';
import { mergeFreshness, mergeThresholds } from '@app/definition';
import type { Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { toSettings } from '../judgment/catalog/view';
import { ChangeResult, outcomeOf } from './commit/change';
import { EffectiveJudgment, Override } from '../judgment/definition/judgment';
import { freshnessContext } from '../judgment/definition/request';
import { readOverridesOf, putOverride } from '../judgment/definition/override.store';
import { changedOverrideFact } from '../judgment/definition/snapshot';
import { toChange } from './change-view';

/** What a namespace may change of a judgment that it inherits. */
const overridable = ['thresholds', 'freshness'];

/** @throws Problem conflict, reason `inherited`, when a patch changes more than the namespace may */
export function refuseInherited(patch: JudgmentPatchBody, { name, template }: EffectiveJudgment): void {
  const member = Object.keys(patch).find(
    (key) => key !== 'confirm' && patch[key as keyof JudgmentPatchBody] !== undefined && !overridable.includes(key),
  );
  if (member === undefined) return;
  const sentence = `\`${name}\` is inherited from \`${template}\`; change its thresholds and freshness here, and all else there.`;
  throw new Problem('conflict', sentence, {
    reason: 'inherited',
    template: template ?? undefined,
    path: `/${member}`,
  });
}

/**
 * Changes a namespace's override. From the first change on its thresholds are a copy of the whole map, and its freshness
 * is its own; null resets either to the template's.
 */
export async function patchOverride(
  tx: Tx,
  judgments: JudgmentService,
  current: EffectiveJudgment,
  patch: JudgmentPatchBody,
  scope: string,
  revision: number,
  more: Partial<JudgmentChange>,
): Promise<ChangeResult> {
  const { organization, id, name, definition } = current;
  const before = (await readOverridesOf(tx, { organization, scope })).find(({ judgmentId }) => judgmentId === id);
  const override = patchedOverride(current, before, patch, { judgmentId: id, scope, revision });
  await putOverride(tx, override);
  const judgment = await judgments.find({ organization, scope, name }, tx);
  const view = await judgments.readView(judgment, scope, tx);
  const change = { judgment: view, version: judgment.activeVersion, definition };
  const body = toChange({ status: 'updated', ...change, settings: toSettings(judgment, view.freshness), ...more });
  return { outcome: outcomeOf(200, body), fact: changedOverrideFact(judgment, override) };
}

function patchedOverride(
  { thresholds, freshness, definition }: EffectiveJudgment,
  before: Override | undefined,
  patch: JudgmentPatchBody,
  key: Pick<Override, 'judgmentId' | 'scope' | 'revision'>,
): Override {
  const override = { ...key, thresholds: before?.thresholds ?? null, freshness: before?.freshness ?? null };
  if (patch.thresholds !== undefined) {
    override.thresholds = patch.thresholds && mergeThresholds(thresholds, patch.thresholds, definition, '/thresholds');
  }
  if (patch.freshness !== undefined) {
    override.freshness =
      patch.freshness && mergeFreshness(freshness, patch.freshness, '/freshness', freshnessContext(definition));
  }
  return override;
}
