import { Case, Preparation } from '../case/case';
import { comparison } from '../case/comparison';
import { LoadResult } from '../load/load';
import { Client, pathOf } from '../stack/client';
import { StackSite } from '../stack/site';

const atOnce = 32;
/** Prefixes of their own, so that no other case inherits. */
const [one, many] = ['bench-alone', 'bench-many'];

/** The namespaces that the templates are over; each exists and holds nothing. */
const manyNamespaces: Preparation<StackSite> = {
  name: 'namespaces under one prefix',
  size: { normal: 10_000, short: 64 },
  make: async ({ client }, { size }) => {
    await client.call('POST', '/namespaces', { name: `${one}/n0` });
    for (let from = 0; from < size; from += atOnce) {
      const names = Array.from({ length: Math.min(atOnce, size - from) }, (_, k) => `${many}/n${from + k}`);
      await Promise.all(names.map((name) => client.call('POST', '/namespaces', { name })));
    }
  },
};

export const templateCase: Case<StackSite> = comparison({
  name: 'creating a template over many namespaces, against one over a single namespace',
  goal: { atLeast: 0.8 },
  needs: [manyNamespaces],
  size: { normal: 20, short: 5 },
  raw: ({ site, size, number }) => createAll(site.client, one, 1, size, number),
  own: ({ site, size, number, sizeOf }) => createAll(site.client, many, sizeOf(manyNamespaces), size, number),
});

/** One after another: a template is created, and answers in a namespace under it before the next one comes. */
async function createAll(
  client: Client,
  root: string,
  namespaces: number,
  changes: number,
  round: number,
): Promise<LoadResult> {
  const latencies: number[] = [];
  for (let n = 0; n < changes; n++) {
    const name = `t${round}_${n}`;
    const namespace = `${root}/n${(n * 509) % namespaces}`;
    const prefix = `${pathOf(`${root}/*`)}/judgments`;
    const startedMs = performance.now();
    await client.call('POST', prefix, {
      name,
      type: 'bool',
      question: `Is this about ${name}?`,
      context: { fields: ['state.text'] },
      engine: { name: 'jev', version: 'current' },
    });
    await client.call('GET', `${pathOf(namespace)}/judgments/${name}`);
    latencies.push(performance.now() - startedMs);
    await client.call('DELETE', `${prefix}/${name}`);
  }
  const sorted = [...latencies].sort((a, b) => a - b);
  const totalMs = latencies.reduce((sum, ms) => sum + ms, 0);
  return {
    requests: changes,
    perSecond: (1000 * changes) / totalMs,
    p50Ms: sorted[changes >> 1],
    p99Ms: sorted[changes - 1],
  };
}
