import { Cost, Ledger } from '../capacity/ledger';
import { Measure, milliseconds } from '../case/figures';
import { Stack } from '../stack/stack';
import { LoadResult } from '../load/load';

/** A load, and what all of it cost by the processes' own accounts. */
export interface ChargedLoad {
  result: LoadResult;
  /** Null where the system keeps no such accounts. */
  cost: Cost | null;
}

/** Charges a load to the processes of a stack. */
export async function chargedLoad(stack: Stack, work: () => Promise<LoadResult>): Promise<ChargedLoad> {
  if (process.platform !== 'linux') return { result: await work(), cost: null };
  const ledger = await Ledger.open(stack);
  let result: LoadResult | undefined;
  const cost = await ledger.costOf(async () => {
    result = await work();
  });
  return { result: result!, cost };
}

/** CPU of a request, of all processes but the load generator, and its parts that matter; in ms. */
export function cpuOfEach({ result, cost }: ChargedLoad): Record<string, Measure> {
  if (cost === null) return {};
  const each = (seconds: number): Measure => milliseconds((1000 * seconds) / result.requests);
  const { cpu, postgres, nats, of } = cost;
  const parts = { postgres, nats, documents: of('documents'), gateway: of('gateway'), judgments: of('judgments') };
  return Object.fromEntries(
    Object.entries({ all: cpu, ...parts }).map(([part, seconds]) => [`CPU ${part}`, each(Math.max(0, seconds))]),
  );
}
