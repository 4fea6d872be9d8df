import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Coding, codingFor, codings } from './coding';

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** A file of a page, kept in memory: replies share its bytes, however slowly their clients read. */
export interface StaticFile {
  /** Holds a hash of the content, so that a browser may keep what it has for ever. */
  name: string;
  mediaType: string;
  bytes: Buffer;
  /** Its compressed forms. */
  coded: Readonly<Partial<Record<Coding, Buffer>>>;
}

/**
 * A file whose name holds a hash already.
 * @throws Error when the ending of the name is none that pages load
 */
export function staticFile(name: string, bytes: Buffer, coded: StaticFile['coded']): StaticFile {
  const mediaType = mediaTypes[extname(name)];
  if (!mediaType) throw new Error(`A page has a file of unknown kind: ${name}.`);
  return { name, mediaType, bytes, coded };
}

/** A file that gets the hash of its content into its name, `page.js` as `page.<hash>.js`, and a form packed by gzip. */
export function hashedFile(name: string, content: string | Buffer): StaticFile {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const ending = extname(name);
  return staticFile(`${name.slice(0, -ending.length)}.${hash}${ending}`, bytes, { gzip: gzipSync(bytes) });
}

/** The forms of what is packed once, at a start, and sent often. */
export function packedForms(bytes: Buffer): StaticFile['coded'] {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return { br: brotliCompressSync(bytes, { params }), gzip: gzipSync(bytes) };
}

/** The form of a file that a client takes. @param accepted its `Accept-Encoding` header */
export function formFor(
  { bytes, coded }: Pick<StaticFile, 'bytes' | 'coded'>,
  accepted: string | undefined,
): { bytes: Buffer; coding: Coding | null } {
  const coding = codingFor(
    accepted,
    codings.filter((name) => coded[name]),
  );
  return { bytes: (coding && coded[coding]) ?? bytes, coding };
}
