import { Case } from '../case/case';
import { perSecond } from '../case/figures';
import { documentOf } from '../load/documents';
import { Client, pathOf, until } from '../stack/client';
import { lateJudgment, loadDocuments } from '../stack/loading';
import { StackSite, engineInFlight, engineLatencyMs } from '../stack/site';

const judgedLimitS = 120;
const pollMs = 250;

interface Mark {
  count: number;
  atMs: number;
}

/** Answers a second, of what an engine that always takes as long and has so many permits could give. */
export const judgingCase: Case<StackSite> = {
  name: `judging, ${engineLatencyMs} ms engine, ${engineInFlight} in flight, of the ideal`,
  goal: { atLeast: 0.85 },
  needs: [],
  size: { normal: 4000, short: 400 },
  maxRounds: 3,
  round: async ({ site: { client }, number, size, isShort }) => {
    const namespace = `bench/loop-${number}`;
    await client.call('POST', '/namespaces', { name: namespace });
    await client.call('POST', `${pathOf(namespace)}/judgments`, lateJudgment);
    const own = await judgedRate(client, namespace, size, isShort, (i) => documentOf(i, 900 + number));
    const ideal = engineInFlight / (engineLatencyMs / 1000);
    return { ratio: own / ideal, measures: { ideal: perSecond(ideal), own: perSecond(own) } };
  },
};

/**
 * Writes documents to a namespace and waits until the judgment `late` has answered about all of them.
 * @returns answers a second
 */
export async function judgedRate(
  client: Client,
  namespace: string,
  documents: number,
  isShort: boolean,
  of: (i: number) => object,
): Promise<number> {
  const marks: Mark[] = [{ count: 0, atMs: performance.now() }];
  await loadDocuments(client, namespace, documents, of);
  const poll = async (): Promise<boolean> => {
    const count = await client.fresh(namespace, lateJudgment.name);
    marks.push({ count, atMs: performance.now() });
    return count >= documents;
  };
  await until(poll, judgedLimitS, isShort ? pollMs / 10 : pollMs);
  return rateBetween(marks, documents * 0.1, documents * 0.95);
}

/** Answers a second between two counts, the moments interpolated between polls; the start and the tail left out. */
export function rateBetween(marks: Mark[], low: number, high: number): number {
  const at = (count: number): number => {
    const after = marks.findIndex((mark) => mark.count >= count);
    if (after <= 0) return marks[0].atMs;
    const [a, b] = [marks[after - 1], marks[after]];
    return a.atMs + ((count - a.count) / (b.count - a.count)) * (b.atMs - a.atMs);
  };
  return (high - low) / ((at(high) - at(low)) / 1000);
}
