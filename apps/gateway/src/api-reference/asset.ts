import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** A file of the page, kept in memory: replies share its bytes, however slowly their clients read. */
export interface Asset {
  /** Holds the hash of the bytes, so that a browser may keep what it has for ever. */
  path: string;
  type: string;
  bytes: Buffer;
  /** The same bytes for clients that accept gzip. */
  gzip: Buffer;
}

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** @param name of the file, without its ending */
export function assetOf(name: string, ending: keyof typeof types, content: string | Buffer): Asset {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { path: `/docs/${name}.${hash}.${ending}`, type: types[ending], bytes, gzip: gzipSync(bytes) };
}
