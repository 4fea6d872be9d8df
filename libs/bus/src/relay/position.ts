import { FactMessage, Service, durableName, filterOf } from '@app/contracts';
import { declaredMessages } from '@app/contracts/catalogue';
import { JetStreamManager } from 'nats';
import { BusConnection } from '../connection';
import { isNotFound } from '../streams';

/** Where a durable stands in its stream. */
export interface Position {
  /** The subject that the durable filters on. */
  filter: string;
  /** The sequence up to which it was given messages. */
  delivered: number;
  /** The sequence up to which it has acknowledged its part. */
  floor: number;
  /** How many messages it was not given or has not acknowledged; infinite while the durable is missing. */
  behind: number;
}

/** The facts that a service publishes on a stream. */
export function factsPublishedOn(service: Service, stream: string): FactMessage[] {
  return [...declaredMessages().values()].filter(
    (message): message is FactMessage =>
      message.kind === 'fact' && message.stream === stream && message.from.includes(service),
  );
}

/** Where each durable of a fact stands. */
export function readPositionsOf(jsm: JetStreamManager, message: FactMessage): Promise<Position[]> {
  return Promise.all(
    message.consumers.map(async (consumer) => {
      const filter = filterOf(message, consumer);
      try {
        const info = await jsm.consumers.info(message.stream, durableName(message, consumer));
        const behind = info.num_pending + info.num_ack_pending;
        const delivered = info.delivered.stream_seq;
        // The acknowledgement floor of a durable that has all of its part stands at the last message of that part.
        return { filter, delivered, floor: behind === 0 ? delivered : info.ack_floor.stream_seq, behind };
      } catch (error) {
        if (!isNotFound(error)) throw error;
        return { filter, delivered: 0, floor: 0, behind: Infinity };
      }
    }),
  );
}

/** The sequence up to which every durable has passed that hears this subject; infinite when none does. */
export function passedBy(positions: readonly Position[], subject: string): number {
  const hearing = positions.filter(({ filter }) => covers(filter, subject));
  return Math.min(...hearing.map(({ floor }) => floor));
}

/** Whether a subject is one of those that a pattern of NATS means: `*` is any one token, a final `>` all that follow. */
export function covers(pattern: string, subject: string): boolean {
  const [tokens, given] = [pattern.split('.'), subject.split('.')];
  const isOpen = tokens.at(-1) === '>';
  if (isOpen ? given.length < tokens.length : given.length !== tokens.length) return false;
  return tokens.every(
    (token, index) => token === '*' || (isOpen && index === tokens.length - 1) || token === given[index],
  );
}

/**
 * The highest sequence of each stream that any durable of this service's facts was given, as last read. A message that is
 * published after that stands behind it, or the stream has lost its tail and the durable does not look there any more.
 */
export class Furthest {
  private readonly byStream = new Map<string, number>();
  private interruptions = 0;

  constructor(private readonly connection: BusConnection) {}

  /** The position as last read; reads it when nothing is known since `forget` or since the connection broke. */
  async readFor(stream: string): Promise<number> {
    const { interruptions, service, jsm } = this.connection;
    if (interruptions !== this.interruptions) this.forget();
    this.interruptions = interruptions;
    const known = this.byStream.get(stream);
    if (known !== undefined) return known;
    const facts = factsPublishedOn(service, stream);
    const positions = (await Promise.all(facts.map((message) => readPositionsOf(jsm, message)))).flat();
    this.learn(stream, positions);
    return this.byStream.get(stream)!;
  }

  learn(stream: string, positions: Position[]): void {
    const delivered = positions.map((position) => position.delivered);
    this.byStream.set(stream, Math.max(0, this.byStream.get(stream) ?? 0, ...delivered));
  }

  /** Forgets all positions, after anything that may have cost a stream its tail, or its durables. */
  forget(): void {
    this.byStream.clear();
  }
}
