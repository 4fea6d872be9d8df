import { auroc } from '@app/statistics';
import { hashFeatures } from '../feature/hash-features';
import { HeadReader } from '../head/head';
import { packHead } from '../head/head-bytes';
import { madeLabels } from '../reviews.fake';
import { crossFit } from './cross-fit';
import { contextKey, foldCount, foldOf, type Labelled } from './labelled';

const bool = { classes: 2 };
const areaOf = (reads: ArrayLike<number>[], labels: readonly Labelled[]) =>
  auroc({ p: reads.map((read) => read[1]), y: labels.map(({ label }) => label) });

it('a fold is the hash of the context modulo 10', () => {
  const keys = Array.from({ length: 50 }, (_, at) => contextKey(`context ${at}`));
  expect(keys.map(foldOf)).toEqual(keys.map((key) => Number(BigInt(`0x${key}`) % 10n)));
});

it('of labels that are pure noise the heads tell nothing on the labelled documents themselves', () => {
  const labels = madeLabels(1_000, (at, coin) => ({ label: coin < 0.5 ? 1 : 0, says: at % 2 === 0 }));
  const { heads, reads } = crossFit(labels, bool);
  // The standard error of the area is 0.018 with 500 of each.
  expect(Math.abs((areaOf(reads, labels) ?? 0) - 0.5)).toBeLessThan(0.055);
  // The same labels by heads that saw them: what a report would have claimed.
  const readers = heads.map((head) => new HeadReader(head));
  const leaked = labels.map(({ key, features, base }) => readers[(foldOf(key) + 1) % foldCount].read(features, base));
  expect(areaOf(leaked, labels)).toBeGreaterThan(0.95);
  // And of noise the temperature takes the confidence back.
  for (const { sharpness } of heads) expect(sharpness).toBeLessThan(0.2);
});

it('what words tell, held-out reads tell, and they are not surer than they are right', () => {
  const labels = madeLabels(1_000, (_at, coin) => ({ label: coin < 0.5 ? 1 : 0, says: coin < 0.45 }));
  const { reads } = crossFit(labels, bool);
  expect(areaOf(reads, labels)).toBeGreaterThan(0.7);
  const sure = labels.flatMap(({ label }, row) => (Math.max(...reads[row]) > 0.8 ? [reads[row][label] > 0.5] : []));
  expect(sure.length).toBeGreaterThan(50);
  expect(sure.filter((isRight) => isRight).length / sure.length).toBeGreaterThan(0.75);
});

it('no head sees another context of a document of its fold', () => {
  const word = (at: number) => `marker${at}`;
  const contexts = (at: number) => [`text: "${word(at)} first"`, `text: "${word(at)} second"`];
  const labels = Array.from({ length: 150 }, (_, at) =>
    contexts(at).map((context) => ({
      features: hashFeatures(context),
      base: [0],
      label: at % 2,
      key: contextKey(context),
      document: `d${at}`,
      at,
    })),
  ).flat();
  const { heads } = crossFit(labels, bool);
  let alone = 0;
  for (let at = 0; at < 150; at += 1) {
    const [bucket] = hashFeatures(word(at)).index;
    const folds = contexts(at).map((context) => foldOf(contextKey(context)));
    const others = labels.filter(({ document, features }) => document !== `d${at}` && features.index.includes(bucket));
    if (others.length > 0) continue;
    alone += 1;
    for (const fold of folds) expect([...heads[fold].buckets]).not.toContain(bucket);
  }
  expect(alone).toBeGreaterThan(100);
});

it('gives the same bytes in whatever order the labels came', () => {
  const labels = madeLabels(200, (_at, coin) => ({ label: coin < 0.5 ? 1 : 0, says: coin < 0.5 }));
  const bytes = (of: Labelled[]) => crossFit(of, bool).heads.map(packHead);
  expect(bytes([...labels].reverse())).toEqual(bytes(labels));
});
