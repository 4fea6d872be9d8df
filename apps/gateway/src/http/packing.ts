import { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { Coding, codingFor } from '../page/coding';
import { RouteSpec } from '../request/route-spec';
import type { Reply } from './request-context';

/** A shorter reply fits into one packet as it is. */
const leastBytes = 1024;
/** JSON, pages and tables get shorter; images do not. */
const packable = /^(application\/json|text\/)/;

/** Levels at which a page of documents takes a few milliseconds of a thread beside the event loop; a window of 256 KiB. */
const gzipLevel = { level: 1 };
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const packs = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * The coding of a reply, null where it goes out as it is. Where another client could have got another form, the reply says so.
 * Only reads are packed, and none that shows a secret: from the length of packed bytes that hold a secret beside a text of
 * somebody's choice the secret can be guessed (BREACH).
 */
export function packingOf(reply: Reply, spec: RouteSpec, mediaType: string, bytes: number): Coding | null {
  const isPackable = spec.access === 'read' && !spec.showsSecret && bytes > leastBytes && packable.test(mediaType);
  if (!isPackable) return null;
  const varies = reply.getHeader('vary');
  reply.header('vary', varies === undefined ? 'accept-encoding' : `${String(varies)}, accept-encoding`);
  return codingFor(reply.request.headers['accept-encoding'] as string | undefined);
}

/** Packs a reply that is here as a whole, on a thread beside the event loop. */
export function pack(bytes: Buffer, coding: Coding): Promise<Buffer> {
  return coding === 'br' ? packs.br(bytes, brotliLevel) : packs.gzip(bytes, gzipLevel);
}

/** Packs a reply in pieces, as the client takes them. */
export function packer(coding: Coding): Transform {
  return coding === 'br' ? createBrotliCompress(brotliLevel) : createGzip(gzipLevel);
}
