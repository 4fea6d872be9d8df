import { Random, normalQuantile, randomOf } from '@app/statistics';

/** An answer of a world, and what nobody in the world knows: the chance with which it comes true. */
export interface PlantedAnswer {
  document: string;
  /** The engine's probability as it is recorded. */
  p: number;
  /** The true chance, in [0, 1]. */
  q: number;
  /** The probability that an alternative gives to the same document. */
  rival: number;
  /** Probabilities of the parts of a composite judgment by name; else empty. */
  parts: Readonly<Record<string, number>>;
}

/** A labelled answer. */
export interface PlantedLabel extends PlantedAnswer {
  came: boolean;
  /** Days before now at which the outcome was observed. */
  daysAgo: number;
  source: 'posted' | 'queue';
  /** Of a label of the review queue the inverse of its chance in its draw, the number of the draw and its size; else 1, 0, 0. */
  weight: number;
  draw: number;
  drawSize: number;
  epoch: string;
}

/** A world: answers of which some are labelled, and many equally likely answers of which every truth can be counted. */
export interface World {
  /** The current answers, from which the labels come where they are answers of now. */
  answers: PlantedAnswer[];
  labels: PlantedLabel[];
  /** Answers as they are now. */
  population: readonly PlantedAnswer[];
  /** Answers as the labelled ones are; `population` where labels are a sample of it. */
  labelled: readonly PlantedAnswer[];
  /** The share of all answers that came true so many days ago. */
  rateAt(daysAgo: number): number;
}

/** A kind of world. Equal seeds make equal worlds. */
export interface WorldKind {
  name: string;
  make(seed: number): World;
}

/** What an engine answers about a document with the log odds `z`. */
export type Engine = (z: number, random: Random) => Omit<PlantedAnswer, 'document'>;

/** The distribution of the documents' log odds. */
export interface Documents {
  mean: number;
  deviation: number;
  /** Whether the engine says more of them than hundredths. */
  isFine?: boolean;
}

/** Engines here say hundredths, as many do; the floor of one that says more is none the worse for it. */
export const gridFloor = 0.005;

/** What an engine says of what it sees. */
export function onGrid(answer: PlantedAnswer): PlantedAnswer {
  const parts = Object.fromEntries(Object.entries(answer.parts).map(([name, p]) => [name, inHundredths(p)]));
  return { ...answer, p: inHundredths(answer.p), rival: inHundredths(answer.rival), parts };
}

export function inHundredths(p: number): number {
  return Math.round(100 * p) / 100;
}

/** Answers about documents that are drawn at random. */
export function drawAnswers(count: number, documents: Documents, engine: Engine, random: Random): PlantedAnswer[] {
  const { mean, deviation } = documents;
  return Array.from({ length: count }, (_, at) => {
    return said(documents, { document: `d${at}`, ...engine(mean + deviation * random.normal(), random) });
  });
}

const said = ({ isFine }: Documents, answer: PlantedAnswer) => (isFine ? answer : onGrid(answer));

const populationSize = 8_000;

/** Answers about a grid of equally likely documents; what an engine adds at random comes from a stream of its own. */
export function populationOf(documents: Documents, engine: Engine, size = populationSize): PlantedAnswer[] {
  const { mean, deviation } = documents;
  const random = randomOf(1);
  return Array.from({ length: size }, (_, at) => {
    const z = mean + deviation * normalQuantile((at + 0.5) / size);
    return said(documents, { document: `p${at}`, ...engine(z, random) });
  });
}

/** The share of answers that comes true, at any time. */
export function steadyRate(population: readonly PlantedAnswer[]): () => number {
  const rate = population.reduce((sum, { q }) => sum + q, 0) / population.length;
  return () => rate;
}

/** The label of an answer whose outcome comes true with the answer's chance. */
export function postedLabel(answer: PlantedAnswer, daysAgo: number, random: Random): PlantedLabel {
  const came = random.uniform() < answer.q;
  return { ...answer, came, daysAgo, source: 'posted', weight: 1, draw: 0, drawSize: 0, epoch: 'e1' };
}

/** A random time between two ages in days. */
export function ageBetween(newest: number, oldest: number, random: Random): number {
  return newest + (oldest - newest) * random.uniform();
}

/** Some of the items, each set of that size with the same chance. @param count at most the number of items */
export function sampleOf<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const all = [...items];
  for (let at = 0; at < count; at += 1) {
    const other = at + random.index(all.length - at);
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all.slice(0, count);
}
