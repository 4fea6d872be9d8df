import type { Queryable } from '@app/persistence';
import { scopeOf } from '../figure/fit/fit';
import type { Judgment } from '../judgment/judgment';
import type { LabelSet } from '../outcome/label/label-set';
import { isDrifting } from './drift';
import { findFitBefore } from './fit-before.store';

/** Labels of a judgment's active version. */
export interface LookedAt {
  organization: string;
  /** The namespace that was asked for, or the judgment's scope. */
  namespace: string;
  epoch: string | null;
  set: LabelSet;
  nowMs: number;
}

/**
 * Whether the labels of the last 30 days are not what a fit from before them reads. What is true of all labels is then not true of the
 * answers of now, so that nothing is promised of them.
 */
export async function readIsDrifting(from: Queryable, judgment: Judgment, looked: LookedAt): Promise<boolean> {
  const { organization, namespace, epoch, set, nowMs } = looked;
  if (epoch === null) return false;
  const { judgment_id, active_version: version } = judgment;
  const key = { organization, judgment_id, scope: scopeOf(judgment), version, engine_version: epoch };
  const fit = await findFitBefore(from, key, { nowMs, isWhole: namespace === judgment.scope });
  return isDrifting(set, fit, nowMs);
}
