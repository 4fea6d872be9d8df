import { ChoiceMap, readLogits } from '../choice/choice-map';
import { fitLinear } from '../choice/linear';
import { fitTemperature, logitsOf } from '../choice/temperature';
import { nest } from '../fold/nested';
import { Numbers } from '../number/numbers';
import { defaultFloor } from '../number/probability';

/** Labelled choices, in a stable order. */
export interface ChoiceSample {
  /** Probability of each option; the escape is one of them. */
  dists: readonly Numbers[];
  /** Index of the option that came true. */
  y: Numbers;
  weights?: Numbers | null;
  units?: Numbers | null;
  floor?: number;
  /** Whether the options vary between answers (`options.from`); then only the temperature can be learned. */
  optionsVary?: boolean;
}

export interface ChoiceFit {
  /** The chosen map; `raw` returns the engine's distribution. */
  map: ChoiceMap;
  /** Mean 10-fold log loss of each candidate, in nats. */
  losses: Partial<Record<ChoiceMap['kind'], number>>;
  /** Nested reads of the whole procedure; each sums to 1. */
  heldOut: Float64Array[];
}

/**
 * Limit of multiply-adds in one pass of the biases: rows times options squared. Above it a fit would take minutes, and with
 * so many options each has too few labels for a bias.
 */
const maxWork = 5e7;

/**
 * Above 50 options a bias needs ten labels an option. Fewer have nothing to learn it from, and a fit of 500 labels of 254 options
 * would take minutes.
 */
const manyOptions = { options: 50, labelsOfEach: 10 };

/** The maps that these labels allow: temperature from 10 labels on, class bias, and vector from 100 labels per option. */
export function choiceCandidates({ dists, y, optionsVary }: ChoiceSample): readonly ChoiceMap['kind'][] {
  const options = dists[0]?.length ?? 0;
  const classes = new Set(Array.from(y)).size;
  if (dists.length < 10) return ['raw'];
  const isSparse = options > manyOptions.options && dists.length < manyOptions.labelsOfEach * options;
  const isLarge = isSparse || dists.length * options ** 2 > maxWork;
  if (optionsVary || classes < 2 || isLarge) return ['raw', 'temperature'];
  const rich = dists.length >= 100 * options && options <= 20;
  return rich ? ['raw', 'temperature', 'bias', 'vector'] : ['raw', 'temperature', 'bias'];
}

/**
 * Chooses among raw, temperature, class bias and vector by the least 10-fold log loss.
 * @see docs/methods.md#choice-and-score
 */
export function fitChoice(sample: ChoiceSample): ChoiceFit {
  const { dists, y, weights, units, floor = defaultFloor } = sample;
  const logits = dists.map((dist) => logitsOf(dist, floor));
  const kinds = choiceCandidates(sample);
  const fit = (kind: ChoiceMap['kind'], keep?: Uint8Array, warm?: ChoiceMap): ChoiceMap => {
    if (kind === 'raw') return { kind };
    const rows = keep ? Array.from(keep.keys()).filter((row) => keep[row]) : Array.from(logits.keys());
    const labels = {
      logits: rows.map((row) => logits[row]),
      y: rows.map((row) => y[row]),
      weights: weights && rows.map((row) => weights[row]),
    };
    if (kind === 'temperature') return { kind, floor, ...fitTemperature(labels) };
    const start = warm?.kind === kind ? warm : undefined;
    return { kind, floor, ...fitLinear(labels, dists[0].length, kind === 'bias', start) };
  };
  const all = new Map(kinds.map((kind) => [kind, fit(kind)]));
  const result = nest({
    kinds,
    learn: (kind, keep) => {
      const map = fit(kind, keep, all.get(kind));
      return (row: number) => readLogits(map, dists[row], logits[row]);
    },
    loss: (row, read: Float64Array) => -Math.log(Math.max(read[y[row]], floor)),
    y,
    weights,
    units,
  });
  return { map: all.get(result.kind) ?? { kind: 'raw' }, losses: result.losses, heldOut: result.heldOut };
}
