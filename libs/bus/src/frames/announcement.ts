import { MsgHdrs } from 'nats';

/**
 * On a request: the asker can send frames and asks whether this owner reads them. On its reply: the owner does. An asker
 * sends no frame before it has that reply, since an owner of an older release would not understand it.
 */
const header = 'Frames';
const version = '1';

export function markFrames(headers: MsgHdrs): MsgHdrs {
  headers.set(header, version);
  return headers;
}

export function hasFramesMark(headers: MsgHdrs | undefined): boolean {
  return headers?.get(header) === version;
}
