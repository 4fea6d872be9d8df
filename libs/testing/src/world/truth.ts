import { logLossOf } from '@app/statistics';

/** Equally likely answers: how each is read, and the chance with which it comes true. Columns of one length. */
export interface Chances {
  p: ArrayLike<number>;
  q: ArrayLike<number>;
}

/** What a figure comes to over all answers. Shares without answers are NaN. */
export interface TrueFigures {
  baseRate: number;
  accuracy: number;
  /** Nats. */
  logLoss: number;
  brier: number;
  auroc: number;
  precisionAt5: number;
  precisionAt10: number;
}

/** The true figures of a reading. @param floor of the engine's grid */
export function figuresOf({ p, q }: Chances, floor: number): TrueFigures {
  const mean = (of: (p: number, q: number) => number) => {
    let sum = 0;
    for (let i = 0; i < p.length; i += 1) sum += of(p[i], q[i]);
    return sum / p.length;
  };
  const order = Uint32Array.from({ length: p.length }, (_, at) => at).sort((a, b) => p[a] - p[b]);
  return {
    baseRate: mean((_, came) => came),
    accuracy: mean((read, came) => (read >= 0.5 ? came : 1 - came)),
    logLoss: mean((read, came) => came * logLossOf(read, 1, floor) + (1 - came) * logLossOf(read, 0, floor)),
    brier: mean((read, came) => came * (read - 1) ** 2 + (1 - came) * read ** 2),
    auroc: aurocOf({ p, q }, order),
    precisionAt5: topOf({ p, q }, order, 20),
    precisionAt10: topOf({ p, q }, order, 10),
  };
}

/** What a threshold does to all answers. */
export interface TruePerformance {
  flagged: number;
  precision: number;
  recall: number;
}

/** The true performance of flagging p >= `threshold`. */
export function performanceOf({ p, q }: Chances, threshold: number): TruePerformance {
  let [flagged, hits, yes] = [0, 0, 0];
  for (let i = 0; i < p.length; i += 1) {
    yes += q[i];
    if (p[i] < threshold) continue;
    flagged += 1;
    hits += q[i];
  }
  return { flagged: flagged / p.length, precision: hits / flagged, recall: hits / yes };
}

/** Share of yes among the answers with the highest reads, one in `part`; equal reads at the cut count at their mean. */
function topOf({ p, q }: Chances, order: Uint32Array, part: number): number {
  const wanted = order.length / part;
  const cut = p[order[order.length - Math.ceil(wanted)]];
  const [above, tied] = [meanWhere({ p, q }, (read) => read > cut), meanWhere({ p, q }, (read) => read === cut)];
  return ((above.count === 0 ? 0 : above.count * above.share) + (wanted - above.count) * tied.share) / wanted;
}

/** The true share of yes among answers with some reads, NaN without such, and how many they are. */
export function meanWhere({ p, q }: Chances, taken: (read: number) => boolean): { count: number; share: number } {
  let [count, yes] = [0, 0];
  for (let i = 0; i < p.length; i += 1) {
    if (!taken(p[i])) continue;
    count += 1;
    yes += q[i];
  }
  return { count, share: yes / count };
}

function aurocOf({ p, q }: Chances, order: Uint32Array): number {
  let [yes, no, below, pairs] = [0, 0, 0, 0];
  for (let start = 0; start < order.length;) {
    let [end, tiedYes, tiedNo] = [start, 0, 0];
    for (; end < order.length && p[order[end]] === p[order[start]]; end += 1) {
      tiedYes += q[order[end]];
      tiedNo += 1 - q[order[end]];
    }
    pairs += tiedYes * (below + tiedNo / 2);
    below += tiedNo;
    yes += tiedYes;
    no += tiedNo;
    start = end;
  }
  return pairs / (yes * no);
}
