import { canonicalJson } from '@app/definition';
import type { Json } from '@app/definition';
import { createHash } from 'node:crypto';
import { LabelRow } from '../../outcome/label/label-row';
import { engineOf } from '../subject/candidate';
import { isKnown } from '../subject/known-engine';
import { Subject, unscoredOf } from '../subject/subject';

/**
 * A digest of everything that a quote prices: the version with its labels and the sample of them, the unscored rows with the
 * engines that would answer, the settings, and what was run before. A quote holds while it is the same. Prices are not part
 * of it: they move with every judging of the organization, and billing refuses a quote that they no longer meet.
 */
export function fingerprintOf(subject: Subject): Buffer {
  const { active, engines, labelled, setting, month, lastRun } = subject;
  const rows = unscoredOf(subject).map(({ id, contexts, definition: { engine } }) => {
    const view = engineOf(engines, engine);
    return [id, contexts, view?.engine_version ?? null, view?.weight ?? null, isKnown(subject, engine)];
  });
  const labels = labelled && {
    version: labelled.key.version,
    epoch: labelled.key.engine_version,
    count: labelled.sample.change.n,
    changed: labelled.sample.change.changed_at?.toISOString() ?? null,
    sample: labelled.sample.labels.map(labelOf),
  };
  const facts = {
    month,
    rows,
    labels,
    outcomes: setting.outcomes,
    skipped: setting.skip_engines,
    present: engineOf(engines, active.engine)?.engine_version ?? null,
    ran: lastRun?.run ?? null,
  };
  return createHash('sha256')
    .update(canonicalJson(facts as unknown as Json))
    .digest();
}

/** A digest of labels: the same while every figure on them is the same. */
export function labelsDigest(labels: readonly LabelRow[]): Buffer {
  return createHash('sha256')
    .update(canonicalJson(labels.map(labelOf)))
    .digest();
}

function labelOf({ answer_id, value, escape }: LabelRow): Json[] {
  return [answer_id, value, escape];
}
