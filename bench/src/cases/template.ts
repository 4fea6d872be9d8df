import { Client } from '../client';
import { LoadResult } from '../load/load';
import { Case } from './case';

export const templateNamespaces = 10_000;
const changes = 20;
const atOnce = 32;
/** Prefixes of their own, so that no other case inherits. */
const [one, many] = ['bench-alone', 'bench-many'];

export const templateCaseName = 'creating a template over 10,000 namespaces, against one over a single namespace';

/** The namespaces that the templates are over; each exists and holds nothing. */
export async function makeTemplateNamespaces(client: Client): Promise<void> {
  await client.call('POST', '/namespaces', { name: `${one}/n0` });
  for (let from = 0; from < templateNamespaces; from += atOnce) {
    const names = Array.from({ length: Math.min(atOnce, templateNamespaces - from) }, (_, k) => `${many}/n${from + k}`);
    await Promise.all(names.map((name) => client.call('POST', '/namespaces', { name })));
  }
}

/** One after another: a template is created, and answers in a namespace under it before the next one comes. */
export function templateCase(client: Client): Case {
  return {
    name: templateCaseName,
    goal: 0.8,
    raw: (round) => createAll(client, one, 1, round),
    own: (round) => createAll(client, many, templateNamespaces, round),
  };
}

async function createAll(client: Client, root: string, namespaces: number, round: number): Promise<LoadResult> {
  const latencies: number[] = [];
  for (let n = 0; n < changes; n++) {
    const name = `t${round}_${n}`;
    const namespace = `${root}/n${(n * 509) % namespaces}`;
    const prefix = `/namespaces/${encodeURIComponent(`${root}/*`)}/judgments`;
    const startedMs = performance.now();
    await client.call('POST', prefix, {
      name,
      type: 'bool',
      question: `Is this about ${name}?`,
      context: { fields: ['state.text'] },
      engine: { name: 'jev', version: 'current' },
    });
    await client.call('GET', `/namespaces/${encodeURIComponent(namespace)}/judgments/${name}`);
    latencies.push(performance.now() - startedMs);
    await client.call('DELETE', `${prefix}/${name}`);
  }
  const sorted = [...latencies].sort((a, b) => a - b);
  const totalMs = latencies.reduce((sum, ms) => sum + ms, 0);
  return { perSecond: (1000 * changes) / totalMs, p50Ms: sorted[changes >> 1], p99Ms: sorted[changes - 1] };
}
