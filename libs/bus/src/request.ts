import { Problem } from '@app/problem';
import { Msg, MsgHdrs, headers as newHeaders } from 'nats';
import { Call, fromHeaders } from './call';
import { markFrames } from './frames/announcement';
import { noteHeaders, problemHeaders } from './reply';

/** A request as it arrived, by itself or in a frame, and the way back to its asker. */
export interface IncomingRequest {
  readonly data: Uint8Array;
  /** @returns null when no requester sent it */
  call(): Call | null;
  reply(body: string | Uint8Array, notes: Record<string, string>): void;
  refuse(problem: Problem): void;
}

/**
 * A request that arrived by itself.
 * @param announces whether its reply says that this process reads frames
 */
export function requestOf(message: Msg, announces: boolean): IncomingRequest {
  const marked = (headers: MsgHdrs | undefined) => (announces ? markFrames(headers ?? newHeaders()) : headers);
  return {
    data: message.data,
    call: () => fromHeaders(message.headers),
    reply: (body, notes) => void message.respond(toBytes(body), { headers: marked(noteHeaders(notes)) }),
    refuse: (problem) =>
      void message.respond(toBytes(JSON.stringify(problem.toEnvelope())), { headers: marked(problemHeaders(problem)) }),
  };
}

function toBytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}
