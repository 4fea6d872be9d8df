import { Class } from './field';
import { Service, Participant } from './services';

interface Declared {
  subject: string;
  /** Why it exists, in a sentence: published in AsyncAPI. */
  why: string;
}

/** Core NATS, queue group = service: someone waits for the reply. */
export interface RequestMessage<Q extends object = object, R extends object = object> extends Declared {
  kind: 'request';
  from: readonly Participant[];
  to: Participant;
  query: Class<Q>;
  reply: Class<R>;
  /** Calls nobody and has a pool of its own, so that a ring of requests cannot lock. */
  nonCalling: boolean;
  /** How many may be under way in one process; beyond it the reply is `limited`. */
  maxConcurrent: number;
}

/** JetStream, from the owner's outbox: something became true. Consumed by one shared durable per consumer. */
export interface FactMessage<P extends object = object> extends Declared {
  kind: 'fact';
  from: readonly Service[];
  stream: string;
  /** Where the subject ends in `>`: the suffixes it is published with, version included. */
  suffixes?: readonly string[];
  payload: Class<P>;
  consumers: readonly Service[];
  /** Consumers of only a part of a subject that ends in `>`: the one subject that their durable filters on. */
  parts: Partial<Record<Service, string>>;
  /** The noun in the subjects by which others apply it, where it is not the subject's own. */
  noun?: string;
  /** Services that must apply it before the change is answered, each by a request of its own in no stream. */
  replicatedTo: readonly Service[];
}

/** Core NATS, may be lost: state, not change. */
export interface BroadcastMessage<P extends object = object> extends Declared {
  kind: 'broadcast';
  from: Service;
  payload: Class<P>;
}

export type Message = RequestMessage | FactMessage | BroadcastMessage;

const catalogue = new Map<string, Message>();

function declare<M extends Message>(message: M): M {
  if (!/^[a-z-]+(\.[a-z0-9-]+)+(\.>|\.v\d+)$/.test(message.subject)) throw new Error(`bad subject ${message.subject}`);
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
}

export function request<Q extends object, R extends object>(spec: RequestSpec<Q, R>): RequestMessage<Q, R> {
  return declare({ kind: 'request', nonCalling: false, maxConcurrent: 64, ...spec }) as RequestMessage<Q, R>;
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

/** The subject by which one holder is asked to apply an announced fact at once: `<holder>.<noun>.apply.v1`. */
export function applySubject(announced: FactMessage, holder: Service): string {
  return `${holder}.${announced.noun ?? announced.subject.split('.')[1]}.apply.v1`;
}

/** The subjects that a stream lists for a fact, one by one. */
export function subjectsOf(message: FactMessage): string[] {
  return message.suffixes ? message.suffixes.map((suffix) => message.subject.replace('>', suffix)) : [message.subject];
}

/** The durable's name of a consumer of a fact. */
export function durableName(announced: FactMessage, consumer: Service): string {
  return `${consumer}--${announced.subject.replace('.>', '').replaceAll('.', '-')}`;
}

/** What a consumer's durable filters on: the whole fact, or its part of it. */
export function filterOf(announced: FactMessage, consumer: Service): string {
  return announced.parts[consumer] ?? announced.subject;
}
