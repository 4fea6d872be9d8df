import { LoadResult } from '../load/load';

/** One comparison: the same work against the raw limit and against the service, in turns within one run. */
export interface Case {
  name: string;
  /** The ratio to reach. */
  goal: number;
  raw(round: number): Promise<LoadResult>;
  own(round: number): Promise<LoadResult>;
}

export interface CaseResult {
  name: string;
  goal: number;
  rawPerSecond: number[];
  ownPerSecond: number[];
  ratios: number[];
  ownP50Ms: number[];
  ownP99Ms: number[];
}

/** Interleaved rounds after one warm-up round that is not counted. */
export async function compare(bench: Case, rounds: number): Promise<CaseResult> {
  const result: CaseResult = {
    name: bench.name,
    goal: bench.goal,
    rawPerSecond: [],
    ownPerSecond: [],
    ratios: [],
    ownP50Ms: [],
    ownP99Ms: [],
  };
  for (let round = 0; round <= rounds; round++) {
    const ownFirst = round % 2 === 1;
    const first = ownFirst ? await bench.own(round) : await bench.raw(round);
    const second = ownFirst ? await bench.raw(round) : await bench.own(round);
    if (round === 0) continue;
    const [own, raw] = ownFirst ? [first, second] : [second, first];
    result.rawPerSecond.push(raw.perSecond);
    result.ownPerSecond.push(own.perSecond);
    result.ratios.push(own.perSecond / raw.perSecond);
    result.ownP50Ms.push(own.p50Ms);
    result.ownP99Ms.push(own.p99Ms);
  }
  return result;
}
