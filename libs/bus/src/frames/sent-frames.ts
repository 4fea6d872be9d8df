import { Participant, RequestMessage } from '@app/contracts';

/** A frame of requests. */
export interface SentFrame {
  /** The last token of its reply subject. */
  readonly token: number;
  /** The subject of its requests. */
  readonly subject: string;
  /** Who owns that subject. */
  readonly to: Participant;
  /** Ids of its requests. */
  ids: readonly number[];
  /** How many of its requests still wait. */
  waiting: number;
}

/** The most frames that are on their way without a reply yet; further requests travel by themselves. */
const maxUnconfirmed = 256;

/**
 * Frames of which no reply has come yet. The server tells by the reply subject that nobody took a frame, so the token of
 * such a frame stays its own until it is known that somebody did. Then a later frame uses it again, since the server
 * remembers each reply subject for minutes.
 */
export class SentFrames {
  private readonly unconfirmed = new Map<number, SentFrame>();
  private readonly free: number[] = [];
  private lastToken = 0;

  /** A frame to fill and send; null while too many are on their way. */
  open({ subject, to }: Pick<RequestMessage, 'subject' | 'to'>): SentFrame | null {
    if (this.unconfirmed.size >= maxUnconfirmed) return null;
    const frame = { token: this.free.pop() ?? (this.lastToken += 1), subject, to, ids: [], waiting: 0 };
    this.unconfirmed.set(frame.token, frame);
    return frame;
  }

  /** A reply to one of its requests came: an owner has the frame. */
  confirm(frame: SentFrame): void {
    if (this.unconfirmed.get(frame.token) === frame) this.release(frame);
  }

  /** The frame that nobody took; undefined for one that an owner has, or that nobody waits for. */
  refused(token: number): SentFrame | undefined {
    const frame = this.unconfirmed.get(token);
    if (frame) this.release(frame);
    return frame;
  }

  /** One of its requests waits no longer, and has no reply. Without any that waits, the token is given up for good. */
  abandon(frame: SentFrame): void {
    frame.waiting -= 1;
    if (frame.waiting === 0 && this.unconfirmed.get(frame.token) === frame) this.unconfirmed.delete(frame.token);
  }

  private release(frame: SentFrame): void {
    this.unconfirmed.delete(frame.token);
    this.free.push(frame.token);
  }
}
