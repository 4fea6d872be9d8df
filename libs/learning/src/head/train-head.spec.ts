import { randomOf } from '@app/statistics';
import { hashFeatures } from '../feature/hash-features';
import { madeLabels, madeReview } from '../reviews.fake';
import { HeadReader } from './head';
import { packHead, unpackHead } from './head-bytes';
import type { Sample } from './sample';
import { trainHead } from './train-head';

const bool = { classes: 2 };
const labels = madeLabels(400, (_at, coin) => ({ label: coin < 0.5 ? 1 : 0, says: coin < 0.5 }));

it('gives the same bytes for the same samples, and other bytes for others', () => {
  const bytes = () => packHead(trainHead(labels, bool));
  expect(bytes()).toEqual(bytes());
  expect(packHead(trainHead(labels.slice(1), bool))).not.toEqual(bytes());
});

it('learns to tell apart what words tell apart', () => {
  const reader = new HeadReader(trainHead(labels, bool));
  const fresh = Array.from({ length: 200 }, (_, at) => at).map((at) => {
    const isYes = at % 2 === 0;
    return reader.read(hashFeatures(madeReview(10_000 + at, isYes)), [0])[isYes ? 1 : 0];
  });
  expect(fresh.filter((share) => share > 0.5).length).toBeGreaterThan(130);
});

it('weighs the engine below as it deserves', () => {
  const random = randomOf(3);
  const known: Sample[] = labels.map((sample) => ({ ...sample, base: [sample.label === 1 ? 2 : -2] }));
  const noise: Sample[] = labels.map((sample) => ({ ...sample, base: [random.uniform() < 0.5 ? 2 : -2] }));
  expect(trainHead(known, bool).baseSlope).toBeGreaterThan(1);
  expect(Math.abs(trainHead(noise, bool).baseSlope)).toBeLessThan(0.5);
});

it('follows weights: a sample of weight 0 teaches nothing, and heavier ones move what is said', () => {
  const blank = hashFeatures('age: 30');
  const same = (label: number, weight: number): Sample => ({ features: blank, base: [0], label, weight });
  const yes = (samples: Sample[]) => new HeadReader(trainHead(samples, bool)).read(blank, [0])[1];
  const even = [...Array(100).fill(same(1, 1)), ...Array(100).fill(same(0, 1))] as Sample[];
  expect(yes(even)).toBeCloseTo(0.5, 1);
  const tilted = [...Array(100).fill(same(1, 1)), ...Array(100).fill(same(0, 0.25))] as Sample[];
  expect(yes(tilted)).toBeGreaterThan(0.7);
  const silent = [...Array(100).fill(same(1, 1)), ...Array(100).fill(same(0, 0))] as Sample[];
  expect(yes(silent)).toBeGreaterThan(0.9);
});

it('learns a choice among 151 classes in half the buckets, and every read sums to 1', () => {
  const shape = { classes: 151 };
  const base = new Float64Array(151);
  const text = (label: number, at: number) => `text: "please do number${label} now ${at}"`;
  const samples = Array.from({ length: 453 }, (_, at) => ({
    features: hashFeatures(text(at % 151, at)),
    base,
    label: at % 151,
  }));
  const head = trainHead(samples, shape);
  expect(Math.max(...head.buckets)).toBeLessThan(2 ** 15);
  const reader = new HeadReader(head);
  const reads = Array.from({ length: 151 }, (_, label) => reader.read(hashFeatures(text(label, -1)), base));
  expect(reads.filter((read, label) => read.indexOf(Math.max(...read)) === label)).toHaveLength(151);
  for (const read of reads) expect(read.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
});

it('holds weights for the buckets that its samples have, and for no others', () => {
  const { buckets, idf, weights } = trainHead(labels, bool);
  const seen = new Set(labels.flatMap(({ features }) => [...features.index]));
  expect([buckets.length, idf.length, weights.length]).toEqual([seen.size, seen.size, seen.size]);
});

it('survives its bytes, and refuses such as are not whole', () => {
  const head = trainHead(labels, bool);
  const bytes = packHead({ ...head, sharpness: 0.75 });
  expect(unpackHead(bytes)).toEqual({ ...head, sharpness: 0.75 });
  const inside = Buffer.concat([Buffer.from('odd'), bytes]).subarray(3);
  expect(unpackHead(inside)).toEqual({ ...head, sharpness: 0.75 });
  for (const broken of [bytes.subarray(1), bytes.subarray(0, bytes.length - 1), bytes.subarray(0, 10)])
    expect(() => unpackHead(broken)).toThrow(RangeError);
});
