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

/** A file that gets the hash of its content into its name, `page.js` as `page.<hash>.js`, and a form that gzip packs. */
export function hashedFile(name: string, content: string | Buffer): StaticFile {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const ending = extname(name);
  return staticFile(`${name.slice(0, -ending.length)}.${hash}${ending}`, bytes, new Gzipped(bytes));
}

/** The forms of what is packed once, and sent often. */
export function packedForms(bytes: Buffer): StaticFile['coded'] {
  return new Packed(bytes);
}

/** The form of gzip, made for the first reply that is sent in it: at a start all files together took most of the gateway's. */
class Gzipped {
  #gzip?: Buffer;

  constructor(protected readonly bytes: Buffer) {}

  get gzip(): Buffer {
    return (this.#gzip ??= gzipSync(this.bytes));
  }
}

class Packed extends Gzipped {
  #br?: Buffer;

  get br(): Buffer {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    return (this.#br ??= brotliCompressSync(this.bytes, { params }));
  }
}

/** The form of a file that a client takes. @param accepted its `Accept-Encoding` header */
export function formFor(
  { bytes, coded }: Pick<StaticFile, 'bytes' | 'coded'>,
  accepted: string | undefined,
): { bytes: Buffer; coding: Coding | null } {
  const coding = codingFor(
    accepted,
    codings.filter((name) => name in coded),
  );
  return { bytes: (coding && coded[coding]) ?? bytes, coding };
}
