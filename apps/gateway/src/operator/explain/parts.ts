import { Call } from '@app/bus';
import { Caller, RequestMessage, Service, answerPath, showProcess } from '@app/contracts';
import { streams } from '@app/contracts/catalogue';
import { readAnswerState } from '@app/contracts/documents';
import { listEngines, showPermits } from '@app/contracts/engines';
import { explainAnswer } from '@app/contracts/judgments';
import type { Part } from './printed';
import type { OperatorBus } from './operator-bus';

/** What an explanation is about. `organization` is an id. */
export interface Explained {
  organization: string;
  namespace: string;
  document: string;
  judgment: string;
}

/** How long each part is waited for; milliseconds. */
export const partMs = 2_000;

/** The parts of an explanation, in the order in which they are printed. */
export function partsOf(bus: OperatorBus, { organization, ...names }: Explained): Part[] {
  const caller: Caller = { organization, role: 'read_only', scope: '*', plan: 'scale', actor: 'user:operator' };
  const ask = <Q extends object, R extends object>(message: RequestMessage<Q, R>, query: Q): Promise<R> =>
    bus.requester.ask(message, query, Call.within(partMs, caller));
  return [
    { title: 'answer', from: 'documents', read: () => ask(readAnswerState, names) },
    { title: 'queue', from: 'judgments', read: () => ask(explainAnswer, names) },
    {
      title: 'permits, by one process of the broker',
      from: 'engine-broker',
      read: async () => {
        const { permits } = await ask(showPermits, { namespace: names.namespace });
        return byName(permits);
      },
    },
    {
      title: 'circuits',
      from: 'engine-broker',
      read: async () => {
        const { engines } = await ask(listEngines, {});
        return byName(engines.filter(({ active }) => active).map(({ name, circuit }) => ({ name, ...circuit })));
      },
    },
    ...answerPath.map((service) => ({
      title: `outbox and pools of ${service}, by one of its processes`,
      from: service,
      read: () => ask(showProcess[service], {}),
    })),
    { title: 'facts that consumers have still to pass', from: 'NATS', read: () => readBehindOf(bus) },
  ];
}

/** Durables of those services on the streams of those services. */
async function readBehindOf(bus: OperatorBus): Promise<Record<string, string>> {
  const isOnTheWay = (service: Service): boolean => answerPath.some((one) => one === service);
  const durables = streams()
    .filter(({ owner }) => isOnTheWay(owner))
    .flatMap((stream) => stream.durables.filter(({ consumer }) => isOnTheWay(consumer)));
  const behind = await Promise.all(
    durables.map(async ({ stream, name }) => [name, await bus.readBehind(stream, name)] as const),
  );
  return Object.fromEntries(behind.map(([name, facts]) => [name, factsText(facts)]));
}

function factsText(facts: number | null | 'away'): string {
  if (facts === 'away') return 'no answer from NATS';
  return facts === null ? 'there is no such durable' : String(facts);
}

function byName<T extends { name: string }>(items: readonly T[]): Record<string, Omit<T, 'name'>> {
  return Object.fromEntries(items.map(({ name, ...rest }) => [name, rest]));
}
