import { Problem } from '@app/problem';
import { Msg, MsgHdrs, headers as newHeaders } from 'nats';
import { Place } from './beat/work-under-way';
import { markTelling } from './beat/telling';
import { Call, fromHeaders } from './call';
import { markFrames } from './frames/announcement';
import { Body, toBytes } from './parts/body';
import { PartsHead } from './parts/wire';
import { noteHeaders, partsHeaders, problemHeaders } from './reply';

/** A request as it arrived, by itself or in a frame, and the way back to its asker. */
export interface IncomingRequest {
  readonly data: Uint8Array;
  /** Where its asker hears of it; null for a reply subject that is not of a requester. */
  readonly place: Place | null;
  /** @returns null when no requester sent it */
  call(): Call | null;
  reply(body: Body, notes: Record<string, string>): void;
  /** Says that the body of the reply follows in parts. */
  begin(parts: PartsHead, notes: Record<string, string>): void;
  refuse(problem: Problem): void;
}

/**
 * A request that arrived by itself.
 * @param announces whether its reply says that this process reads frames
 */
export function requestOf(message: Msg, announces: boolean): IncomingRequest {
  let call: Call | null | undefined;
  const read = (): Call | null => (call ??= fromHeaders(message.headers));
  const marked = (headers: MsgHdrs | undefined): MsgHdrs | undefined => {
    const tells = wantsBeats(read);
    if (!announces && !tells) return headers;
    const made = headers ?? newHeaders();
    if (announces) markFrames(made);
    return tells ? markTelling(made) : made;
  };
  return {
    data: message.data,
    place: connectionPlaceOf(message.reply),
    call: read,
    reply: (body, notes) => void message.respond(toBytes(body), { headers: marked(noteHeaders(notes)) }),
    begin: (parts, notes) => void message.respond(undefined, { headers: marked(partsHeaders(notes, parts)) }),
    refuse: (problem) =>
      void message.respond(toBytes(JSON.stringify(problem.toEnvelope())), { headers: marked(problemHeaders(problem)) }),
  };
}

/** Also of a request that is refused before its call is read. */
function wantsBeats(read: () => Call | null): boolean {
  try {
    return read()?.wantsBeats ?? false;
  } catch {
    // It is no call; the refusal says so.
    return false;
  }
}

function connectionPlaceOf(reply = ''): Place | null {
  const at = reply.lastIndexOf('.');
  const id = Number(reply.slice(at + 1));
  return at > 0 && Number.isSafeInteger(id) ? { inbox: reply.slice(0, at), id } : null;
}
