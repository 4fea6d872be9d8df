import { lossInterval } from '../interval/mean';
import { logLosses } from '../metric/loss';
import { fitPlatt, readPlatt } from '../map/platt';
import { sortLabels, tallyOf } from '../label/tally';
import { dealFolds, foldCount } from '../fold/folds';
import { randomOf } from '../random/random';
import { Engine, draw, engines, populationOf, truths } from './population.fake';
import { Printed, printingOf } from './printed.fake';

const isLong = process.env.LONG === '1';
const sizes = [60, 250, 1_000];
/** An interval of 95 % should cover this often, whatever the engine. */
const wanted = 0.93;

/** How often intervals covered, by figure. */
class Coverage {
  private readonly counts = new Map<string, { covered: number; all: number }>();

  add(figure: string, { interval: [low, high], truth }: Printed): void {
    const count = this.counts.get(figure) ?? { covered: 0, all: 0 };
    count.covered += low - 1e-12 <= truth && truth <= high + 1e-12 ? 1 : 0;
    count.all += 1;
    this.counts.set(figure, count);
  }

  /** The figures that cover less than they should, by more than three standard errors of the simulation. */
  get low(): string[] {
    return [...this.counts].flatMap(([figure, { covered, all }]) => {
      const share = covered / all;
      if (share >= wanted - 3 * Math.sqrt((wanted * (1 - wanted)) / all)) return [];
      return [`${figure}: ${(100 * share).toFixed(1)} % of ${all}`];
    });
  }

  get figures(): string[] {
    return [...this.counts.keys()];
  }
}

/** Samples of a size: 4,000 in the full form, which finds a shortfall of 1.2 %; in the short one a tenth of a second's. */
const runsOf = (n: number): number => (isLong ? 4_000 : Math.round(9_000 / n));

describe.each(sizes)('of %i labels', (n) => {
  it.each(engines)('each printed interval covers the truth of an engine: $name [CAL-01] [CAL-08]', (engine) => {
    const coverage = new Coverage();
    const printing = printingOf(populationOf(engine));
    const random = randomOf(n + engines.indexOf(engine));
    for (let run = 0; run < runsOf(n); run += 1) {
      for (const [figure, printed] of Object.entries(printing(draw(engine, n, random)))) {
        printed.forEach((one) => coverage.add(figure, one));
      }
    }
    expect(coverage.low).toEqual([]);
    expect(coverage.figures).toHaveLength(10);
  });

  it('the log loss of calibrated reads covers what the maps of the folds lose on all documents [CAL-07]', () => {
    const coverage = new Coverage();
    for (const engine of engines) calibrated(engine, n, coverage);
    expect(coverage.low).toEqual([]);
    expect(coverage.figures).toHaveLength(isLong ? engines.length : 1);
  });
});

/** Held-out reads of Platt maps, and the mean loss of these maps on the whole population. */
function calibrated(engine: Engine, n: number, coverage: Coverage): void {
  const floor = 0.005;
  const population = thinned(populationOf(engine));
  const random = randomOf(77 * n + engines.indexOf(engine));
  for (let run = 0; run < Math.ceil(runsOf(n) / 20); run += 1) {
    const { p, y } = draw(engine, n, random);
    const folds = dealFolds(y, foldCount);
    const sorted = sortLabels(p, y);
    const heldOut = new Float64Array(n);
    let truth = 0;
    for (let fold = 0; fold < foldCount; fold += 1) {
      const fit = fitPlatt(
        tallyOf(
          sorted,
          Uint8Array.from(folds, (of) => (of === fold ? 0 : 1)),
        ),
      );
      const rows = [...folds.keys()].filter((row) => folds[row] === fold);
      for (const row of rows) heldOut[row] = readPlatt(fit, p[row]);
      const read = population.p.map((one) => readPlatt(fit, one));
      truth += (rows.length / n) * truths.logLoss({ p: read, q: population.q }, floor);
    }
    const interval = lossInterval(logLosses({ p: heldOut, y }, floor));
    // The short form has too few samples of one engine.
    if (interval) coverage.add(isLong ? engine.name : 'all engines', { interval, truth });
  }
}

/** Every 100th document: the loss is smooth. */
function thinned({ p, q }: { p: Float64Array; q: Float64Array }) {
  const every = (column: Float64Array) => column.filter((_, i) => i % 100 === 50);
  return { p: every(p), q: every(q) };
}
