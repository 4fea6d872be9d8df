import { createHash } from 'node:crypto';
import { isObject } from '@app/json';
import { imageSize } from 'image-size';
import { canon } from './canon';
import { Dialect, SimReply, errorReply } from './dialect';

/** A request taken apart: what is text or data, and what is a picture (docs/engines.md#validation-of-the-simulator). */
export interface Pictures {
  /** `state` or `input` without its pictures. */
  state: unknown;
  /** SHA-256 of each picture, in the order sent: another picture is another question. */
  digests: string[];
  tokens: number;
}

interface Sent {
  bytes: Buffer;
  /** As the request names it. */
  format: string;
}

const mostBytes = 16 * 1024 * 1024;
const formatsOf = {
  jev: ['png', 'jpg', 'jpeg'],
  pplx: ['png', 'jpeg', 'webp'],
  openai: ['png', 'jpeg', 'webp', 'gif'],
};
/** Of one request; a vendor that is missing here has no such limit. */
const mostOf: Partial<Record<Dialect['name'], number>> = { pplx: 8, openai: 128 };

/** A request's pictures, checked as its vendor checks them, or the vendor's refusal. */
export function readPictures(raw: unknown, dialect: Dialect, headers: Record<string, unknown>): Pictures | SimReply {
  const refuse = (message: string): SimReply =>
    errorReply(
      dialect,
      400,
      message,
      dialect.name === 'jev' ? 'text' : dialect.name === 'pplx' ? 'invalid_request' : undefined,
    );
  if (!isObject(raw)) return { state: undefined, digests: [], tokens: 0 };
  const { state, sent } = separate(raw, dialect);
  if (typeof sent === 'string') return refuse(sent);
  const most = mostOf[dialect.name] ?? Infinity;
  if (sent.length > most) return refuse(`There are more than ${most} images.`);
  if (dialect.name === 'jev' && isObject(raw.assets)) {
    if (headers['typesafe-danger-zone-images'] !== 'true') return refuse('Images are not enabled for this request.');
    const text = canon([raw.state, raw.questions]);
    const unused = Object.keys(raw.assets).find((ref) => !text.includes(ref));
    if (unused !== undefined) return refuse(`The asset ${unused} is not referred to.`);
  }
  const read: Pictures = { state, digests: [], tokens: 0 };
  for (const picture of sent) {
    const counted = countPicture(picture, dialect);
    if (typeof counted === 'string') return refuse(counted);
    read.tokens += counted;
    read.digests.push(createHash('sha256').update(picture.bytes).digest('hex'));
  }
  return read;
}

/** The tokens of a picture, or what is wrong with it. */
function countPicture({ bytes, format }: Sent, dialect: Dialect): number | string {
  if (bytes.length > mostBytes) return 'An image has more than 16 MiB.';
  const header = headerOf(bytes);
  if (header === null) return 'An image cannot be read.';
  const { width, height, type } = header;
  if (format !== '' && type !== format.replace(/^jpeg$/, 'jpg')) return `An image is no ${format}.`;
  if (dialect.name === 'pplx') return Math.min(2_100, Math.ceil(width / 32) * Math.ceil(height / 32)) + 100;
  if (dialect.name !== 'jev') return 300;
  if (Math.min(width, height) < 280 || Math.max(width, height) > 1_568)
    return 'The sides of an image are 280 to 1,568.';
  return 2 * Math.ceil(width / 28) * Math.ceil(height / 28);
}

function headerOf(bytes: Buffer): ReturnType<typeof imageSize> | null {
  try {
    return imageSize(bytes);
  } catch {
    return null;
  }
}

function separate(raw: Record<string, unknown>, dialect: Dialect): { state: unknown; sent: Sent[] | string } {
  if (dialect.name === 'openai') return separateParts(raw.input, dialect);
  if (dialect.name === 'pplx') return separateParts(raw.state, dialect);
  const list = dialect.name === 'jev' ? Object.values(isObject(raw.assets) ? raw.assets : {}) : (raw.images ?? []);
  if (!Array.isArray(list)) return { state: raw.state, sent: 'The images are no list.' };
  const sent = list.map((one: unknown) => (dialect.name === 'jev' ? assetOf(one) : base64Of(one, '')));
  const fault = sent.find((one) => typeof one === 'string');
  return { state: raw.state, sent: fault ?? sent.filter((one) => typeof one !== 'string') };
}

function assetOf(asset: unknown): Sent | string {
  if (!isObject(asset) || asset.type !== 'image') return 'An asset is no image.';
  if (typeof asset.format !== 'string' || !formatsOf.jev.includes(asset.format)) return 'An asset is no PNG or JPEG.';
  return base64Of(asset.data_base64, asset.format);
}

function base64Of(data: unknown, format: string): Sent | string {
  const isBase64 = typeof data === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
  return isBase64 ? { bytes: Buffer.from(data, 'base64'), format } : 'An image is not base64.';
}

/** Pictures among the parts of a state or of an input, at whatever depth; they are cut out of what is left. */
function separateParts(value: unknown, dialect: Dialect): { state: unknown; sent: Sent[] | string } {
  const sent: Sent[] = [];
  let fault: string | undefined;
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.flatMap((item: unknown) => (isPicture(item) ? take(item) : [walk(item)]));
    if (!isObject(node)) return node;
    return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, walk(member)]));
  };
  const take = (part: Record<string, unknown>): never[] => {
    const url = isObject(part.image_url) ? part.image_url.url : part.image_url;
    const formats = dialect.name === 'openai' ? formatsOf.openai : formatsOf.pplx;
    const match = typeof url === 'string' ? /^data:image\/([a-z]+);base64,(.*)$/s.exec(url) : null;
    const read =
      match && formats.includes(match[1]) ? base64Of(match[2], match[1]) : 'An image is no data URL of a known kind.';
    if (typeof read === 'string') fault ??= read;
    else sent.push(read);
    return [];
  };
  const state = walk(value);
  return { state, sent: fault ?? sent };
}

function isPicture(part: unknown): part is Record<string, unknown> {
  return isObject(part) && (part.type === 'image_url' || part.type === 'input_image');
}
