import { extname } from 'node:path';

/** Codings of RFC 9110, 8.4.1, in the order in which they are preferred. */
const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number];
const endings: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file of the dashboard with its compressed forms. */
export interface BuiltFile {
  mediaType: string;
  /** Strong: the name holds a hash of the content, and each coding has its own. */
  bytes: Buffer;
  coded: Readonly<Record<Coding, Buffer>>;
}

/** @param read gives the bytes of a name */
export function asBuiltFile(name: string, read: (name: string) => Buffer): BuiltFile {
  const mediaType = mediaTypes[extname(name)];
  if (!mediaType) throw new Error(`The dashboard's build has a file of unknown kind: ${name}.`);
  const coded = { br: read(name + endings.br), gzip: read(name + endings.gzip) };
  return { mediaType, bytes: read(name), coded };
}

/** The form of a file that a client takes. @param accepted its `Accept-Encoding` header */
export function formFor(
  { bytes, coded }: BuiltFile,
  accepted: string | undefined,
): { bytes: Buffer; coding: Coding | null } {
  const coding = codings.find((name) => takes(accepted ?? '', name));
  return coding ? { bytes: coded[coding], coding } : { bytes, coding: null };
}

function takes(accepted: string, coding: Coding): boolean {
  return accepted.split(',').some((part) => {
    const [name, weight = ''] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === coding && !/^q=0(\.0*)?$/.test(weight);
  });
}
