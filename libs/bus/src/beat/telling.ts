import { Msg, MsgHdrs } from 'nats';
import { BusConnection } from '../connection';

/** Last word of the subject that carries which requests of an inbox an owner has under way: their numbers, with spaces between. */
const workToken = 'work';
/** Last word of the subject of framed replies, when their owner names the requests that it has under way; owners of older releases have another. */
export const tellingReplies = 'replies-told';
/** On a reply to a single request: its owner names the requests that it has under way. */
const header = 'Tells-Work';

export function markTelling(headers: MsgHdrs): MsgHdrs {
  headers.set(header, '1');
  return headers;
}

export function hasTellingMark(headers: MsgHdrs | undefined): boolean {
  return headers?.get(header) === '1';
}

/** Tells an asker which of its requests are under way here. It may be lost; another one follows. */
export function tellWork({ connected, nc }: BusConnection, inbox: string, ids: readonly number[]): void {
  if (connected) nc.publish(`${inbox}.${workToken}`, ids.join(' '));
}

/** The numbers of requests that are under way at their owner; null for a message that is a reply. */
export function workTold(inbox: string, { subject, data }: Msg): number[] | null {
  if (subject !== `${inbox}.${workToken}`) return null;
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8').split(' ').map(Number);
}
