import { fitBool } from '../fit/bool-fit';
import { sigmoid } from '../number/probability';
import { Random, randomOf } from '../random/random';
import { BoolSide, RowStatistic, boolRow } from './row';
import { verdictOf } from './verdict';

/** A document: its log odds, and whether it came true. */
interface Document {
  z: number;
  y: number;
}

/** How an alternative reads documents that the version reads with noise of 0.5; calibrated, none is better than the version. */
export interface NullAlternative {
  name: string;
  read(document: Document, random: Random): number;
}

/** Of the confident one: how often it is wrong where it is sure, and the share of documents where it is. */
const error = 0.01;

/**
 * The mean loss of the version's calibrated reads, in nats: of z + noise, z normal with deviation 1.5. `months.spec.ts` counts
 * it again.
 */
export const versionEntropy = 0.5469;

const entropyOfError = -error * Math.log(error) - (1 - error) * Math.log(1 - error);

/** Sure of so many documents, and 0.5 of the others, it loses as much as the version in the mean. */
export const sureShare = (Math.LN2 - versionEntropy) / (Math.LN2 - entropyOfError);

const noisy = ({ z }: Document, random: Random): number => z + 0.5 * random.normal();

export const nulls: readonly NullAlternative[] = [
  { name: 'exchangeable', read: (document, random) => sigmoid(noisy(document, random)) },
  {
    name: 'confident, rarely lost',
    read: ({ y }, random) => {
      if (random.uniform() >= sureShare) return 0.5;
      const says = random.uniform() < error ? 1 - y : y;
      return says ? 1 - error : error;
    },
  },
  { name: 'raw overconfident', read: (document, random) => sigmoid(2.2 * noisy(document, random)) },
];

/** Rows of a month, and the runs in which they may be scored. */
export const rowsOfMonth = 10;
export const patterns = [
  { name: '10 rows at once', runs: [10] },
  { name: '5 runs of 2', runs: [2, 2, 2, 2, 2] },
  { name: '10 runs of 1', runs: Array<number>(10).fill(1) },
] as const;

/** One month of ten alternatives on the same n labels, by the nested fits that the service makes. */
export function monthOf(alternative: NullAlternative, n: number, seed: number): RowStatistic[] {
  const random = randomOf(seed);
  const documents = Array.from({ length: n }, () => {
    const z = 1.5 * random.normal();
    return { z, y: random.uniform() < sigmoid(z) ? 1 : 0 };
  });
  const y = Float64Array.from(documents, (document) => document.y);
  const sideOf = (read: (document: Document) => number): BoolSide => {
    const p = Float64Array.from(documents, read);
    return { reads: fitBool({ p, y, floor: 0.005 }).heldOut.chosen, ranking: p, floor: 0.005 };
  };
  const version = sideOf((document) => sigmoid(noisy(document, random)));
  return Array.from({ length: rowsOfMonth }, () =>
    boolRow({ version, alternative: sideOf((document) => alternative.read(document, random)), y }),
  );
}

/** Whether someone who looks after each run of the month ever sees a `better`. */
export function everClaims(rows: readonly RowStatistic[], runs: readonly number[]): boolean {
  let scored = 0;
  return runs.some((size) => {
    scored += size;
    return rows.slice(0, scored).some((row, at) => {
      const standing = { scored, inLaterRun: at >= runs[0], inK: true };
      return verdictOf(row, standing).verdict === 'better';
    });
  });
}
