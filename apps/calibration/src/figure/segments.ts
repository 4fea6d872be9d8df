import { SegmentFigures, SegmentRows, expectedScore, segmentFigures, topLabels } from '@app/statistics';
import { LabelSet, classRows } from '../outcome/label/label-set';
import { weightsOf } from '../outcome/label/label-weights';
import { lossesOf } from './figures';

/** Labels that are divided into segments. */
export interface SegmentTask {
  set: LabelSet;
  /** Held-out reads of the fit; null without a fit: then the raw answers are looked at. */
  reads: Float64Array | null;
  floor: number;
  /** The segment of each label, from 0. */
  segments: Uint32Array;
  count: number;
}

/** Figures of each segment. A choice is looked at by its likeliest class, a score by its mean. Pure. */
export function readSegments({ set, reads, floor, segments, count }: SegmentTask): SegmentFigures[] {
  const used = reads ?? set.reads;
  const weights = weightsOf(set, [...set.y.keys()]);
  const rows = { ...columnsOf(set, used, reads === null), losses: lossesOf(set, used, floor) };
  const options = { count, share: set.form.type !== 'score', fitted: reads !== null };
  return segmentFigures({ ...rows, segments, units: set.units, weights }, options);
}

type Columns = Pick<SegmentRows, 'read' | 'came' | 'deviations'>;

/** @param raw whether the reads are the engine's own: then its own scores count, where it gave any */
function columnsOf(set: LabelSet, reads: Float64Array, raw: boolean): Columns {
  const { form, y, values, scores } = set;
  if (form.type === 'bool') return share(reads, y);
  const { dists, y: places } = classRows(set, reads);
  if (form.type === 'choice') {
    const top = topLabels(dists, places);
    return share(top.p, top.y);
  }
  const means = dists.map((dist) => expectedScore(dist, form.levels));
  return {
    read: means.map((mean, label) => (raw && !Number.isNaN(scores[label]) ? scores[label] : mean)),
    came: values,
    deviations: dists.map((dist, label) => {
      const variance = form.levels.reduce((sum, level, k) => sum + dist[k] * (level - means[label]) ** 2, 0);
      return Math.sqrt(variance);
    }),
  };
}

function share(read: Float64Array, came: Float64Array): Columns {
  return { read, came, deviations: read.map((p) => Math.sqrt(p * (1 - p))) };
}
