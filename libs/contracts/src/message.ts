import { Class } from './field';
import { Service, Participant } from './services';

interface Declared {
  subject: string;
  /** What the message does or says, in one sentence; AsyncAPI publishes it. */
  why: string;
}

/** A request over core NATS; the queue group is the service. The caller waits for the reply. */
export interface RequestMessage<Q extends object = object, R extends object = object> extends Declared {
  kind: 'request';
  from: readonly Participant[];
  to: Participant;
  query: Class<Q>;
  reply: Class<R>;
  /** The handler calls no other service and has its own connection pool, so that a cycle of requests cannot deadlock. */
  nonCalling: boolean;
  /** Maximum of requests under way in one process; further ones are refused with `rate_limited`. */
  maxConcurrent: number;
  /** The requests that an asker sends in one turn of its event loop travel as one message, and their replies likewise. */
  framed: boolean;
}

/** A fact over JetStream, from its owner's outbox. The replicas of a consumer share one durable. */
export interface FactMessage<P extends object = object> extends Declared {
  kind: 'fact';
  from: readonly Service[];
  stream: string;
  /** The published suffixes, version included, of a subject that ends in `>`. */
  suffixes?: readonly string[];
  payload: Class<P>;
  consumers: readonly Service[];
  /** Consumers of only a part of a subject that ends in `>`, with the subject that their durable filters on. */
  parts: Partial<Record<Service, string>>;
  /** The noun in the apply subjects of the copies, when it differs from the subject's own. */
  noun?: string;
  /** Services with a copy. The owner sends each a request to apply the fact before the client gets its reply. */
  replicatedTo: readonly Service[];
}

/** A broadcast over core NATS. It states what is, not what changed, and may be lost. */
export interface BroadcastMessage<P extends object = object> extends Declared {
  kind: 'broadcast';
  from: Service;
  payload: Class<P>;
}

export type Message = RequestMessage | FactMessage | BroadcastMessage;

const catalogue = new Map<string, Message>();

function declare<M extends Message>(message: M): M {
  if (!/^[a-z-]+(\.[a-z0-9-]+)+(\.>|\.v\d+)$/.test(message.subject))
    throw new Error(`${message.subject} is no subject of the form <owner>.<noun>.<verb>.vN`);
  if (catalogue.has(message.subject)) throw new Error(`${message.subject} is declared twice`);
  catalogue.set(message.subject, message);
  return message;
}

/** Every declared message, by subject. */
export function declaredMessages(): ReadonlyMap<string, Message> {
  return catalogue;
}

interface RequestSpec<Q extends object, R extends object> extends Declared {
  from: readonly Participant[];
  to: Participant;
  query: Class<Q>;
  reply: Class<R>;
  nonCalling?: boolean;
  maxConcurrent?: number;
  framed?: boolean;
}

export function request<Q extends object, R extends object>(spec: RequestSpec<Q, R>): RequestMessage<Q, R> {
  if (spec.framed && [spec.to, ...spec.from].includes('extension'))
    throw new Error(`${spec.subject} cannot be framed: an extension reads no frames`);
  const defaults = { kind: 'request', nonCalling: false, maxConcurrent: 64, framed: false } as const;
  return declare({ ...defaults, ...spec }) as RequestMessage<Q, R>;
}

interface FactSpec<P extends object> extends Declared {
  from: Service | readonly Service[];
  stream?: string;
  suffixes?: readonly string[];
  payload: Class<P>;
  consumers: readonly Service[];
  parts?: Partial<Record<Service, string>>;
  replicatedTo?: readonly Service[];
  noun?: string;
}

export function fact<P extends object>(spec: FactSpec<P>): FactMessage<P> {
  const from = typeof spec.from === 'string' ? [spec.from] : spec.from;
  return declare({
    ...spec,
    kind: 'fact',
    from,
    stream: spec.stream ?? from[0],
    replicatedTo: spec.replicatedTo ?? [],
    parts: spec.parts ?? {},
  }) as FactMessage<P>;
}

export function broadcast<P extends object>(
  spec: Declared & { from: Service; payload: Class<P> },
): BroadcastMessage<P> {
  return declare({ ...spec, kind: 'broadcast' }) as BroadcastMessage<P>;
}

/** Subject on which the owner of a framed request takes frames of it. */
export function framesSubject({ subject }: Pick<RequestMessage, 'subject'>): string {
  return `${subject}.frames`;
}

/** Subject of the request that asks a service with a copy to apply a replicated fact: `<service>.<noun>.apply.v1`. */
export function applySubject(fact: FactMessage, service: Service): string {
  return `${service}.${fact.noun ?? fact.subject.split('.')[1]}.apply.v1`;
}

/** All subjects of a fact; its stream lists them. */
export function subjectsOf(message: FactMessage): string[] {
  return message.suffixes ? message.suffixes.map((suffix) => message.subject.replace('>', suffix)) : [message.subject];
}

/** Name of a consumer's durable of a fact. */
export function durableName(fact: FactMessage, consumer: Service): string {
  return `${consumer}--${fact.subject.replace('.>', '').replaceAll('.', '-')}`;
}

/** Subject that a consumer's durable filters on: the whole fact, or the consumer's part. */
export function filterOf(fact: FactMessage, consumer: Service): string {
  return fact.parts[consumer] ?? fact.subject;
}
