import { ReadDocuments, readDocuments } from '@app/contracts/documents';
import { FakeService, callerOf } from '@app/testing';
import { Call } from '../call';
import { RawReply } from '../reply';

export type Work = (query: ReadDocuments, call: Call) => Promise<RawReply>;
export interface Outcome {
  status: 'fulfilled' | 'rejected';
  value?: unknown;
  reason?: unknown;
}

/** What an owner of an older release serves: the same message, and no frames. */
export const unframed = { ...readDocuments, framed: false };

/** An owner that replies with the namespace and the organization of each request. */
export const echo: Work = async ({ namespace }, { who }) => new RawReply(JSON.stringify([namespace, who.organization]));

export function question(namespace: string): string {
  return JSON.stringify({ namespace, single: true, read: { ids: ['a'] } } satisfies ReadDocuments);
}

export async function ask(from: FakeService, namespace: string, organization = 'o', ms = 20_000): Promise<unknown> {
  const call = new Call(Date.now() + ms, callerOf(organization));
  return (await from.requester.askRaw(readDocuments, question(namespace), call)).json();
}

/** Has an asker meet an owner, which may announce that it reads frames, by two requests at once. */
export async function meet(from: FakeService): Promise<void> {
  await Promise.all([ask(from, 'first'), ask(from, 'first')]);
}

/** Namespace and organization of `n` requests, and so the replies to them. */
export function owns(n: number): [string, string][] {
  return Array.from({ length: n }, (_, i) => [`n${i}`, `o${i % 7}`]);
}

export function many(from: FakeService, n: number): Promise<unknown[]> {
  return Promise.all(owns(n).map(([namespace, organization]) => ask(from, namespace, organization)));
}

export function settled(from: FakeService, names: string[], ms?: number): Promise<Outcome[]> {
  return Promise.allSettled(names.map((name) => ask(from, name, 'o', ms)));
}

/** The sum of a counter of this service. */
export async function counted({ metrics }: FakeService, name: string): Promise<number> {
  const { values } = await metrics.registry.getSingleMetric(name)!.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}

/** How many requests this owner has taken in frames. */
export function framed(owner: FakeService): Promise<number> {
  return counted(owner, 'judgment_bus_framed_requests_total');
}

/** Work that waits until `end`. */
export function gate(): { held: Promise<void>; end: () => void } {
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  return { held, end };
}

/** The services of a spec. */
export class Opened {
  private readonly services = new Set<FakeService>();

  async open(...settings: Parameters<typeof FakeService.open>): Promise<FakeService> {
    const service = await FakeService.open(...settings);
    this.services.add(service);
    return service;
  }

  async stop(service: FakeService): Promise<void> {
    this.services.delete(service);
    await service.stop();
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.services].map((service) => this.stop(service)));
  }
}
