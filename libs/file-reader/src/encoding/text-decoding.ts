import { FileFault } from '../record/file-fault';
import type { Piece } from '../record/record';

type Decoder = InstanceType<typeof TextDecoder>;

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/**
 * Decodes the bytes of a file and replaces nothing. Of UTF-8 and UTF-16 a line with other bytes becomes a damaged piece; of
 * another encoding such bytes end the reading, since nobody knows where the next character begins.
 */
export class TextDecoding {
  private rest = new Uint8Array(0);
  private readonly strict: Decoder;
  private readonly loose: Decoder;
  private readonly unit: 1 | 2;
  private readonly isWide: boolean;
  private lines = 1;

  /** @param encoding name of the Encoding Standard */
  constructor(private readonly encoding: string) {
    this.strict = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    this.loose = new TextDecoder(encoding, { ignoreBOM: true });
    this.isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
    this.unit = this.isWide ? 2 : 1;
  }

  /** @throws FileFault `bad_encoding` */
  push(bytes: Uint8Array): Piece[] {
    if (!this.isWide && this.encoding !== 'utf-8') return this.decodeStream(bytes, true);
    const data = joined(this.rest, bytes);
    const end = this.isWide ? this.endOfUnits(data) : endOfCharacters(data);
    this.rest = data.slice(end);
    return this.decode(data.subarray(0, end));
  }

  /** @throws FileFault `bad_encoding` */
  end(): Piece[] {
    if (!this.isWide && this.encoding !== 'utf-8') return this.decodeStream(new Uint8Array(0), false);
    const { rest } = this;
    this.rest = new Uint8Array(0);
    return this.decode(rest);
  }

  private decodeStream(bytes: Uint8Array, isMore: boolean): Piece[] {
    try {
      const text = this.strict.decode(bytes, { stream: isMore });
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lines++;
      return text === '' ? [] : [{ text, isDamaged: false }];
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const message = `The file is not ${this.encoding} behind line ${this.lines}: name its encoding.`;
      throw new FileFault('bad_encoding', message, this.lines);
    }
  }

  private decode(data: Uint8Array): Piece[] {
    if (data.length === 0) return [];
    const whole = this.decodeStrictly(data);
    if (whole !== null) return [{ text: whole, isDamaged: false }];
    const pieces: Piece[] = [];
    for (let from = 0; from < data.length;) {
      const to = this.endOfLine(data, from);
      const line = data.subarray(from, to);
      const text = this.decodeStrictly(line);
      pieces.push({ text: text ?? this.loose.decode(line), isDamaged: text === null });
      from = to;
    }
    return pieces;
  }

  private decodeStrictly(bytes: Uint8Array): string | null {
    try {
      return this.strict.decode(bytes);
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  }

  /** Index behind the line feed, or behind a carriage return that no line feed follows. */
  private endOfLine(data: Uint8Array, from: number): number {
    for (let at = from; at < data.length; at += this.unit) {
      const code = this.codeAt(data, at);
      if (code === lineFeed) return at + this.unit;
      if (code === carriageReturn && this.codeAt(data, at + this.unit) !== lineFeed) return at + this.unit;
    }
    return data.length;
  }

  /** Zero behind the end. */
  private codeAt(data: Uint8Array, at: number): number {
    const [first = 0, second = 0] = [data[at], data[at + 1]];
    if (!this.isWide) return first;
    return this.encoding === 'utf-16le' ? first | (second << 8) : (first << 8) | second;
  }

  /** Index behind the last whole character of UTF-16. */
  private endOfUnits(data: Uint8Array): number {
    const end = data.length - (data.length % 2);
    const last = end >= 2 ? this.codeAt(data, end - 2) : 0;
    return last >= 0xd800 && last <= 0xdbff ? end - 2 : end;
  }
}

/** Index behind the last whole character of UTF-8: at most three bytes of a character that is not whole are left. */
function endOfCharacters(data: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, data.length); back++) {
    const byte = data[data.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? data.length - back : data.length;
  }
  return data.length;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
