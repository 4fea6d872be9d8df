import { Caller } from '@app/contracts';
import { currentTraceparent, systemClock } from '@app/observability';
import { Problem } from '@app/problem';
import { MsgHdrs, headers as newHeaders } from 'nats';

/** Each hop shortens the deadline by this much, so that the reply still arrives in time; milliseconds. */
const hopMarginMs = 150;
const defaultDeadlineMs = 30_000;

/**
 * The caller, the effect id and the deadline of a request. A handler does not begin work past the deadline. A change
 * with a begin-by time checks that time right before its first write. Both times shrink at each hop.
 */
export class Call {
  constructor(
    readonly deadlineAtMs: number,
    readonly caller?: Caller,
    readonly effectId?: string,
    readonly beginByMs?: number,
    readonly traceparent?: string,
    /** Whether the asker wants to hear that the request is under way; askers of older releases do not. */
    readonly wantsBeats = false,
    /** Whether the asker understands a reply in parts; askers of older releases do not. */
    readonly takesParts = false,
  ) {}

  static until(deadlineAtMs: number, caller?: Caller): Call {
    return new Call(deadlineAtMs, caller);
  }

  static within(ms: number = defaultDeadlineMs, caller?: Caller): Call {
    return new Call(Date.now() + ms, caller);
  }

  get leftMs(): number {
    return this.deadlineAtMs - Date.now();
  }

  /** The caller's identity. @throws Error when the request carries none although its handler needs one: a defect */
  get who(): Caller {
    if (!this.caller) throw new Error('the request carries no caller, and its handler needs one');
    return this.caller;
  }

  /** This call for the next service, with less time. */
  hop(): Call {
    const beginBy = this.beginByMs === undefined ? undefined : this.beginByMs - hopMarginMs;
    return new Call(this.deadlineAtMs - hopMarginMs, this.caller, this.effectId, beginBy, this.traceparent);
  }

  /**
   * Whether its refusal must mean that nothing changed: its change has a time by which it begins, and its owner keeps the
   * outcome, which asking again tells.
   */
  get mustBeKnown(): boolean {
    return this.effectId !== undefined && this.beginByMs !== undefined;
  }

  /** The time in which a change may still begin, in milliseconds; negative when it is too late. */
  get toBeginMs(): number {
    return Math.min(this.beginByMs ?? Infinity, this.deadlineAtMs) - Date.now();
  }

  /** @throws Problem `unavailable` when the change may no longer begin: nothing has changed, and a retry is safe */
  assertMayBegin(): void {
    if (this.toBeginMs < 0) {
      throw new Problem(
        'unavailable',
        'The change could not begin in time and nothing changed; try again.',
        {},
        { retryAfterS: 1 },
      );
    }
  }
}

const callHeader = 'Call';
const traceHeader = 'traceparent';

/** Its moments are of the clock that all processes share; those of a `Call` are of this machine's clock. */
interface Wire {
  d: number;
  c?: Caller;
  e?: string;
  b?: number;
  /** The traceparent, in a frame; a request by itself has a header for it. */
  t?: string;
  /** The asker wants to hear that the request is under way. */
  w?: 1;
  /** The asker understands a reply in parts. */
  p?: 1;
}

export function toHeaders(call: Call): MsgHdrs {
  const headers = newHeaders();
  headers.set(callHeader, JSON.stringify(toWire(call)));
  const traceparent = currentTraceparent() ?? call.traceparent;
  if (traceparent) headers.set(traceHeader, traceparent);
  return headers;
}

/** The call of a request; null for a message that no requester sent, such as a fact that was delivered here. */
export function fromHeaders(headers: MsgHdrs | undefined): Call | null {
  const raw = headers?.get(callHeader);
  const trace = headers?.get(traceHeader) || undefined;
  if (!raw) return null;
  return fromWire(JSON.parse(raw) as Wire, trace);
}

/** The call as the head of a request in a frame. */
export function toHead(call: Call, traceparent: string | undefined): string {
  const wire = toWire(call);
  wire.t = traceparent;
  return JSON.stringify(wire);
}

/** The call of a request in a frame. @throws SyntaxError, or Error when the head is JSON and no call */
export function fromHead(head: string): Call {
  const wire = JSON.parse(head) as Wire | null;
  if (typeof wire?.d !== 'number') throw new Error('the head of a request in a frame is no call');
  return fromWire(wire, wire.t);
}

function toWire({ deadlineAtMs, beginByMs, caller, effectId }: Call): Wire {
  const behindMs = systemClock.machineBehindMs();
  return {
    d: deadlineAtMs + behindMs,
    c: caller,
    e: effectId,
    b: beginByMs === undefined ? undefined : beginByMs + behindMs,
    w: 1,
    p: 1,
  };
}

function fromWire(wire: Wire, traceparent: string | undefined): Call {
  const behindMs = systemClock.machineBehindMs();
  const beginByMs = wire.b === undefined ? undefined : wire.b - behindMs;
  return new Call(wire.d - behindMs, wire.c, wire.e, beginByMs, traceparent, wire.w === 1, wire.p === 1);
}
