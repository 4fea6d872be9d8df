import type { CalibrationReport } from '@app/contracts/calibration';
import { type StoredFit, combine, combinerOf } from '@app/statistics';
import { type Chances, type PlantedAnswer, type World, gridFloor } from '@app/testing/world';
import { compute } from '../../figure/compute';
import { answeredAnew } from '../../figure/fit/answered-now';
import type { FitBefore } from '../../drift/fit-before';
import { readLabel } from '../../figure/fit/make-fit';
import type { Judgment } from '../../judgment/judgment';
import { countsOf } from '../../outcome/label/label-counts';
import { everyLabel } from '../../outcome/label/label-filter';
import type { LabelSet } from '../../outcome/label/label-set';
import { choiceView, reportOf } from '../../report/report';
import { answerCountsOf, worldCounts } from './answer-counts';
import { fitBeforeOf } from './fit-before-of';
import { judgmentOf, labelSetOf, newestLabels, worldNowMs } from './label-rows';

/** A world as the service sees it the morning after the nightly fit. */
export interface JudgedWorld {
  world: World;
  judgment: Judgment;
  set: LabelSet;
  /** Held-out reads of the labels. */
  reads: Float64Array;
  stored: StoredFit;
  /** The fit of the labels from before the last 30 days, made when they began; null below ten labels. */
  before: FitBefore | null;
  report: CalibrationReport;
  /** How the answers of now that drift speaks for are read by the fit from before; null without one. */
  readBefore: Chances | null;
  /** How all answers read now, or such as are labelled: raw, which thresholds compare, and by the fit. */
  truthOf(answers: 'all' | 'labelled'): { raw: Chances; calibrated: Chances };
}

/** Makes the nightly fit of a world's labels, and its report. */
export function judgeWorld(world: World): JudgedWorld {
  const judgment = judgmentOf(world);
  const labels = newestLabels(world);
  const recorded = { ...labelSetOf(judgment, labels), population: worldCounts(world) };
  const { made, raw, calibrated, worth } = compute({ set: recorded, floor: gridFloor, fit: true, reads: null });
  if (!made) throw new Error('no fit was made');
  // Documents has applied the fit: it combines the current answers anew, and they are counted again.
  const answered = chancesOf(judgment, made.stored, world.answers).raw.p;
  const set = { ...answeredAnew(recorded, made.heldOut), population: answerCountsOf(Array.from(answered)) };
  const counts = countsOf(labels.map(({ source }) => ({ source, hindsight: false, n: 1 })));
  const before = fitBeforeOf(set);
  const report = reportOf({
    judgment,
    epoch: labels[0].epoch,
    set,
    reads: made.heldOut,
    floor: gridFloor,
    counted: {
      labels: counts,
      sampled: false,
      excluded: { ...excluded, other_epoch: world.labels.length - labels.length },
    },
    filter: everyLabel,
    fit: {
      id: 'fit_1',
      made_at: new Date(worldNowMs),
      read_with: made.readWith,
      stored: made.stored,
      outcomes: null,
      labels: counts,
    },
    choice: choiceView(made.losses, made.chosen),
    featuresOnly: null,
    expected: calibrated?.metrics.log_loss ?? null,
    before,
    figures: { raw, calibrated, worth },
    nowMs: worldNowMs,
  });
  const { stored } = made;
  const all = chancesOf(judgment, stored, world.population);
  const monthly = report.drift?.speaks_for === 'labelled' ? world.labelled : world.population;
  const allBefore = before && chancesOf(judgment, before.stored, monthly);
  return {
    world,
    judgment,
    set,
    reads: made.heldOut,
    stored,
    before,
    report,
    readBefore: allBefore && allBefore.calibrated,
    truthOf: (answers) =>
      answers === 'all' || world.labelled === world.population ? all : chancesOf(judgment, stored, world.labelled),
  };
}

const excluded = {
  other_epoch: 0,
  superseded: 0,
  filtered: 0,
  non_production: 0,
  no_number: 0,
  option_gone: 0,
  unmatched: 0,
};

/** Answers that are judged now: the p of a composite is what the fit in force combines. */
function chancesOf(judgment: Judgment, stored: StoredFit, answers: readonly PlantedAnswer[]) {
  const combiner = combinerOf(stored);
  const q = Float64Array.from(answers, (answer) => answer.q);
  const p = Float64Array.from(answers, (answer) => (combiner ? combined(answer, stored) : answer.p));
  const calibrated = combiner ? p : readAll(judgment, stored, p);
  return { raw: { p, q }, calibrated: { p: calibrated, q } };
}

function combined({ parts }: PlantedAnswer, stored: StoredFit): number {
  const answers = Object.fromEntries(Object.entries(parts).map(([name, p]) => [name, { p }]));
  return combine(answers, null, combinerOf(stored), gridFloor);
}

/** Fits of a bool without parts read p alone. */
function readAll(judgment: Judgment, stored: StoredFit, p: Float64Array): Float64Array {
  const set = { ...labelSetOf(judgment, []), reads: p };
  return p.map((_, answer) => readLabel(stored, set, answer)[0]);
}
