import type { SpeaksFor } from '@app/contracts/calibration';
import { fitPlatt, losesAtMost, readPlatt, sortLabels, tallyOf, verdictOf } from '@app/statistics';
import { type PlantedAnswer, type TrueFigures, type World, figuresOf, gridFloor } from '@app/testing/world';
import { compareRow } from '../../figure/compare-row';
import { rankedBy, rankingOf } from '../../figure/fit/ranking';
import type { SideReads } from '../../figure/side';
import type { JudgedWorld } from './judged-world';
import { labelSetOf, newestLabels } from './label-rows';
import type { Needs } from './needs';
import { type Observation, covers, isTrue, tells } from './observation';

/** Gains below this many nats count as none. */
const negligible = 0.003;

/** The world's alternative beside its version, as the first row of a month, against the truth of the answers that it speaks for. */
export function lookAtAlternatives(judged: JudgedWorld, needs: Needs, known: KnownSides): Observation[] {
  if (needs.hasNoRival) return [];
  const { world, judgment, set } = judged;
  const rival = labelSetOf(judgment, newestLabels(world), (label) => label.rival);
  const sides = { version: { set, floor: gridFloor }, alternative: { set: rival, floor: gridFloor } };
  const { statistic, speaksFor } = compareRow({ ...sides, versionReads: nightlyReads(judged) }).comparison;
  const { verdict, movesRanking } = verdictOf(statistic, { scored: 1, inLaterRun: false, inK: true });
  const { version, alternative } = known[speaksFor ?? 'labelled'];
  const gain = version.logLoss - alternative.logLoss;
  const half = 1.96 * statistic.standardError;
  return [
    ...covers('alternatives', 'gain', [statistic.gain - half, statistic.gain + half], gain),
    isTrue('alternatives', 'loses_at_most', -gain <= losesAtMost(statistic)),
    isTrue('alternatives', 'better', verdict !== 'better' || gain > negligible),
    isTrue('alternatives', 'moves_ranking', !movesRanking || alternative.auroc > version.auroc + negligible),
    ...(needs.isRivalWorse ? [tells('alternatives', 'worse', verdict === 'worse')] : []),
  ];
}

/** The version is read by the fit of the night, which is the fit that a comparison would make of the same labels. */
function nightlyReads({ set, reads, stored, report }: JudgedWorld): SideReads {
  const ranking = rankedBy(rankingOf(stored), set.reads, reads);
  return { readWith: report.read_with, stored, reads, ranking, featuresOnly: null };
}

/** The figures of version and alternative over answers, each read by the map that is best there. */
interface Sides {
  version: TrueFigures;
  alternative: TrueFigures;
}

/** Figures over all answers, and over such as are labelled. */
export type KnownSides = Record<SpeaksFor, Sides>;

export function knownSides({ population, labelled }: World): KnownSides {
  const all = sidesOf(population);
  return { all, labelled: labelled === population ? all : sidesOf(labelled) };
}

function sidesOf(answers: readonly PlantedAnswer[]): Sides {
  const q = answers.map((answer) => answer.q);
  const [p, rival] = [answers.map((answer) => answer.p), answers.map((answer) => answer.rival)];
  return { version: bestRead(p, q), alternative: bestRead(rival, q) };
}

/** Platt's map without a ridge, fitted to the chances themselves. */
function bestRead(p: number[], q: number[]): TrueFigures {
  const fit = fitPlatt(tallyOf(sortLabels(p, q)), { ridge: [0, 0], floor: gridFloor });
  return figuresOf({ p: p.map((one) => readPlatt(fit, one)), q }, gridFloor);
}
