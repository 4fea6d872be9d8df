import { ErrorCode, NatsError } from 'nats';
import { tellingReplies } from '../beat/telling';
import { BusConnection } from '../connection';
import { OutgoingEntry, encodeFrame, frameBytes, outgoing, packFrames } from './codec';
import { FrameFaults } from './faults';

/** Sends the replies of one turn to one asker as one message. A reply that takes longer follows in a later one. */
export class FrameReplies {
  /** Replies that leave together, by inbox of the asker. */
  private turn = new Map<string, OutgoingEntry[]>();

  constructor(
    private readonly connection: BusConnection,
    private readonly faults: FrameFaults,
  ) {}

  /** @throws NatsError when the reply is larger than a message may be */
  add(inbox: string, id: number, head: string, body: string | Uint8Array): void {
    const entry = outgoing(id, head, body);
    if (frameBytes([entry]) > (this.connection.nc.info?.max_payload ?? Infinity))
      throw NatsError.errorForCode(ErrorCode.MaxPayloadExceeded);
    const others = this.turn.get(inbox);
    if (others) {
      others.push(entry);
      return;
    }
    if (this.turn.size === 0) setImmediate(() => this.flush());
    this.turn.set(inbox, [entry]);
  }

  /** Sends at once what waits for the end of the turn. */
  flush(): void {
    const { turn } = this;
    this.turn = new Map();
    for (const [inbox, entries] of turn)
      for (const frame of packFrames(entries)) this.send(`${inbox}.${tellingReplies}`, frame);
  }

  private send(subject: string, frame: OutgoingEntry[]): void {
    try {
      this.connection.nc.publish(subject, encodeFrame('replies', frame));
    } catch (error) {
      this.faults.count(subject, error);
    }
  }
}
