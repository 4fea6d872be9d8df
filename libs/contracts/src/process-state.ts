import { Int, ListOf, Nested, Num, Text } from './field';
import { request, RequestMessage } from './message';
import type { Service } from './services';

/** A pool of database connections of one process. */
export class PoolState {
  @Text() name: string;
  @Int({ min: 0, meaning: 'Connections in use.' }) busy: number;
  @Int({ min: 0, meaning: 'Connections that are open and unused.' }) idle: number;
  @Int({ min: 0, meaning: 'Pieces of work that wait for a connection.' }) waiting: number;
}
/** Facts of a service on their way. */
export class OutboxState {
  @Int({ min: 0, meaning: 'Facts that their stream does not have yet; 100,000 stands for as many or more.' })
  waiting: number;
  @Int({
    min: 0,
    meaning: 'Facts in their stream that a consumer has still to pass; 100,000 stands for as many or more.',
  })
  published: number;
  @Num({ min: 0, meaning: 'Age of the oldest of both in seconds; 0 without one.' }) oldest_s: number;
}
/** One process of a service, and the outbox of its service. */
export class ProcessState {
  @Text({ meaning: 'Which process answered.' }) replica: string;
  @Text({ meaning: 'Version of its release.' }) version: string;
  @Nested(() => OutboxState) outbox: OutboxState;
  @ListOf(() => PoolState) pools: PoolState[];
}
export class ShowProcess {}

/** The services that a change and its answer pass, in their order. */
export const answerPath = ['documents', 'judgments', 'billing', 'engine-broker'] as const satisfies readonly Service[];
export type OnAnswerPath = (typeof answerPath)[number];

function showProcessOf(service: OnAnswerPath): RequestMessage<ShowProcess, ProcessState> {
  return request({
    from: ['operator'],
    to: service,
    subject: `${service}.process.show.v1`,
    why: `Tells how many facts of ${service} are on their way, and how busy the pools of one of its processes are.`,
    query: ShowProcess,
    reply: ProcessState,
    nonCalling: true,
    maxConcurrent: 4,
  });
}

/** The message that shows a process, by service. */
export const showProcess = Object.fromEntries(
  answerPath.map((service) => [service, showProcessOf(service)]),
) as Readonly<Record<OnAnswerPath, RequestMessage<ShowProcess, ProcessState>>>;
