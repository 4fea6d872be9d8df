import { median } from '../statistics';
import { GrowingNamespace, OperationFigures } from './namespace';
import { Operation } from './operations';

const turns = 3;

export interface Comparison {
  grown: OperationFigures;
  base: OperationFigures;
}

/**
 * Medians of the same operation on two namespaces of one stack, in turns, so that what else runs on the machine meets
 * both. A turn of each that is not counted comes first.
 */
export async function inTurns(
  grown: GrowingNamespace,
  base: GrowingNamespace,
  operation: Operation,
  seconds: number,
): Promise<Comparison> {
  const measured: Record<keyof Comparison, OperationFigures[]> = { grown: [], base: [] };
  for (let turn = 0; turn <= turns; turn++) {
    const seed = grown.documents + turn;
    const pair = [
      { of: 'grown', namespace: grown },
      { of: 'base', namespace: base },
    ] as const;
    for (const { of, namespace } of turn % 2 === 0 ? pair : [...pair].reverse()) {
      const figures = await namespace.measure(operation, seconds, seed);
      if (turn > 0) measured[of].push(figures);
    }
  }
  return { grown: medianOf(measured.grown), base: medianOf(measured.base) };
}

/** The medians of several measurements of one operation. */
export function medianOf(figures: readonly OperationFigures[]): OperationFigures {
  const of = (key: keyof OperationFigures): number => median(figures.map((each) => each[key]));
  return { p50Ms: of('p50Ms'), cpuMs: of('cpuMs'), postgresMs: of('postgresMs') };
}
