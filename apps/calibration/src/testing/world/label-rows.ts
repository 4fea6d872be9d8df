import type { PlantedLabel, World } from '@app/testing/world';
import type { Judgment } from '../../judgment/judgment';
import { type LabelRow, type LabelSet, LabelSetBuilder } from '../../outcome/label/label-set';
import { formOf } from '../../outcome/label/load-labels';

const dayMs = 86_400_000;
/** The time of every world. */
export const worldNowMs = Date.parse('2026-11-27T02:00:00.000Z');
export const alarm = 0.6;

/** The judgment that answers in a world. */
export function judgmentOf({ population }: World): Judgment {
  const parts = Object.keys(population[0].parts);
  return {
    judgment_id: 'jdg_1',
    name: 'late',
    scope: 'n',
    active_version: 1,
    copied: null,
    engine: 'jev',
    type: 'bool',
    options: null,
    levels: null,
    features: null,
    parts: parts.length > 0 ? parts : null,
    thresholds: { alarm },
  };
}

/** The labels of the newest epoch, as the service loads them. */
export function newestLabels({ labels }: World): PlantedLabel[] {
  const newest = labels.reduce((a, b) => (b.daysAgo < a.daysAgo ? b : a)).epoch;
  return labels.filter(({ epoch }) => epoch === newest);
}

/** @param number the probability of each label; default: the version's */
export function labelSetOf(
  judgment: Judgment,
  labels: readonly PlantedLabel[],
  number: (label: PlantedLabel) => number = ({ p }) => p,
): LabelSet {
  const builder = new LabelSetBuilder(formOf(judgment));
  labels.forEach((label, at) => builder.add({ ...rowOf(label, at), number: number(label) }));
  return builder.build();
}

function rowOf(label: PlantedLabel, at: number): LabelRow {
  const { document, came, daysAgo, source, weight, draw, drawSize, epoch, p, parts } = label;
  return {
    answer_id: `ans_${at}`,
    namespace: 'n',
    document,
    value: came,
    escape: false,
    source,
    hindsight: false,
    observed_at: new Date(worldNowMs - daysAgo * dayMs),
    judged_at: new Date(worldNowMs - (daysAgo + 1) * dayMs),
    weight,
    draw,
    draw_size: drawSize,
    engine_version: epoch,
    number: p,
    escape_p: null,
    dist: null,
    features: null,
    parts: Object.fromEntries(Object.entries(parts).map(([name, one]) => [name, { p: one }])),
  };
}
