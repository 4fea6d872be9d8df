import { Participant } from '@app/contracts';
import { creditInboxOf } from '@app/contracts/catalogue';
import { ErrorCode, NatsError } from 'nats';
import { OwnerLost, Silence } from '../beat/silence';
import { BusConnection } from '../connection';
import { PartedReply } from './parted-reply';
import { PartsHead, partBytes, readPart, writeCredit } from './wire';

/** A reply whose parts arrive. */
interface Arriving {
  reply: PartedReply;
  /** Number of the reply at its owner. */
  number: number;
  /** Subject of its credits. */
  credits: string;
  /** Bytes of which its owner knows that they are here. */
  told: number;
  /** When something was last heard of it; of the clock of `Silence`. */
  heardAtMs: number;
  timer: NodeJS.Timeout;
}

/** Where a reply arrives: the inbox, and the number of its request there. */
interface Arrival {
  inbox: string;
  id: number;
  owner: Participant;
  /** The moment by which the request must be answered, in milliseconds since 1970. */
  deadlineAtMs: number;
}

/** Takes the parts of replies, and tells their owners what has arrived, so that they send on. */
export class PartAsker {
  private readonly arriving = new Map<string, Arriving>();

  constructor(
    private readonly connection: BusConnection<Participant>,
    private readonly silence: Silence,
  ) {
    connection.onLost(() => this.endAll(NatsError.errorForCode(ErrorCode.Disconnect)));
  }

  /** A reply has begun to arrive. */
  open({ inbox, id, owner, deadlineAtMs }: Arrival, head: PartsHead, notes: Record<string, string>): PartedReply {
    const key = `${inbox}.${id}`;
    const late = (): void => this.end(key, NatsError.errorForCode(ErrorCode.Timeout));
    const arriving: Arriving = {
      reply: new PartedReply(head.bytes, notes, () => this.drop(key)),
      number: head.reply,
      credits: `${creditInboxOf(owner, this.connection.service)}.${head.token}`,
      told: 0,
      heardAtMs: this.silence.nowMs(),
      timer: setTimeout(late, Math.max(1, deadlineAtMs - Date.now())),
    };
    this.arriving.set(key, arriving);
    this.silence.watch();
    return arriving.reply;
  }

  /** A part has come to an inbox. */
  hear(inbox: string, data: Uint8Array): void {
    const part = readPart(data);
    const key = part && `${inbox}.${part.id}`;
    const arriving = key && this.arriving.get(key);
    // What nobody wants any more may still be on its way.
    if (!part || !key || !arriving) return;
    const { reply } = arriving;
    arriving.heardAtMs = this.silence.nowMs();
    if (part.before !== reply.got || part.bytes.length > reply.bytes - reply.got) return this.end(key, new OwnerLost());
    reply.add(part.bytes);
    if (reply.got === reply.bytes) this.end(key);
    else if (reply.got - arriving.told >= 2 * partBytes) this.tell(arriving);
  }

  /** The owner of a request has it under way. What it was told before may be lost. */
  note(inbox: string, id: number): void {
    const arriving = this.arriving.get(`${inbox}.${id}`);
    if (!arriving) return;
    arriving.heardAtMs = this.silence.nowMs();
    this.tell(arriving);
  }

  /** Ends the replies of which nothing will be heard. @returns how many go on arriving */
  endSilent(): number {
    for (const [key, { heardAtMs }] of this.arriving)
      if (this.silence.isQuiet(heardAtMs)) this.end(key, new OwnerLost());
    return this.arriving.size;
  }

  private tell(arriving: Arriving): void {
    arriving.told = arriving.reply.got;
    this.credit(arriving, arriving.told);
  }

  private drop(key: string): void {
    const arriving = this.take(key);
    if (arriving) this.credit(arriving, null);
  }

  private credit({ credits, number }: Arriving, got: number | null): void {
    if (this.connection.connected) this.connection.nc.publish(credits, writeCredit({ reply: number, got }));
  }

  private end(key: string, error?: Error): void {
    const arriving = this.take(key);
    if (!arriving) return;
    if (error) this.credit(arriving, null);
    arriving.reply.end(error);
  }

  private take(key: string): Arriving | undefined {
    const arriving = this.arriving.get(key);
    if (!arriving) return undefined;
    this.arriving.delete(key);
    clearTimeout(arriving.timer);
    return arriving;
  }

  private endAll(error: Error): void {
    for (const key of [...this.arriving.keys()]) this.end(key, error);
  }
}
