import fc from 'fast-check';
import {
  OutgoingEntry,
  decodeFrame,
  encodeFrame,
  frameBytes,
  maxFrameBytes,
  maxFrameEntries,
  outgoing,
  packFrames,
} from './codec';

const bodies = fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 300 }));
const entry = fc.tuple(fc.integer({ min: 0, max: 0xffffffff }), fc.string({ unit: 'grapheme' }), bodies);
const frames = fc
  .uniqueArray(entry, { selector: ([id]) => id, minLength: 1, maxLength: 12 })
  .map((entries) => entries.map(([id, head, body]) => outgoing(id, head, body)));
const shown = ({ id, head, body }: { id: number; head: string; body: string | Uint8Array }) => ({
  id,
  head: Buffer.from(head).toString('utf8'),
  body: Buffer.from(body as string).toString('hex'),
});
const decoded = (data: Uint8Array) => decodeFrame('requests', data)?.map(shown) ?? null;
const large = (id: number, bytes: number): OutgoingEntry => outgoing(id, '', new Uint8Array(bytes));

describe('a frame', () => {
  it('gives every entry back as it was, wherever its bytes begin', () => {
    fc.assert(
      fc.property(frames, fc.nat(7), (entries, shift) => {
        const frame = encodeFrame('requests', entries);
        expect(frame).toHaveLength(frameBytes(entries));
        const shifted = new Uint8Array(shift + frame.length).subarray(shift);
        shifted.set(frame);
        expect(decoded(shifted)).toEqual(entries.map(shown));
      }),
    );
  });

  it('is nothing when it is cut, wherever that is, or when bytes follow it', () => {
    fc.assert(
      fc.property(
        frames,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        bodies,
        (entries, at, more) => {
          const frame = encodeFrame('requests', entries);
          expect(decoded(frame.subarray(0, Math.floor(at * frame.length)))).toBeNull();
          const tail = Buffer.from(more as string);
          fc.pre(tail.length > 0);
          expect(decoded(Buffer.concat([frame, tail]))).toBeNull();
        },
      ),
    );
  });

  it('keeps each id with its own head and body when entries are reordered', () => {
    fc.assert(
      fc.property(frames, fc.infiniteStream(fc.nat()), (entries, random) => {
        const keys = new Map(entries.map(({ id }) => [id, random.next().value]));
        const moved = [...entries].sort((a, b) => keys.get(a.id)! - keys.get(b.id)!);
        const byId = new Map(entries.map((one) => [one.id, shown(one)]));
        const read = decoded(encodeFrame('requests', moved)) ?? [];
        expect(read).toHaveLength(entries.length);
        for (const one of read) expect(one).toEqual(byId.get(one.id));
      }),
    );
  });

  it('never reads past its end, whatever its lengths and its count say', () => {
    fc.assert(
      fc.property(frames, fc.nat(), fc.integer({ min: 0, max: 0xffffffff }), (entries, place, value) => {
        const frame = Buffer.from(encodeFrame('requests', entries));
        frame.writeUInt32LE(value, 4 + (place % (frame.length - 7)));
        const read = decodeFrame('requests', frame);
        if (read === null) return;
        const bytes = read.reduce((sum, { head, body }) => sum + 12 + Buffer.byteLength(head) + body.length, 8);
        // A head that is no UTF-8 any more has a longer text.
        expect(bytes).toBeGreaterThanOrEqual(frame.length);
        expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('is nothing when it is foreign: any bytes, JSON, the other kind, another version', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => expect(decoded(bytes)).toBeNull()));
    fc.assert(fc.property(fc.json(), (text) => expect(decoded(Buffer.from(text))).toBeNull()));
    const frame = Buffer.from(encodeFrame('requests', [outgoing(1, '{}', '{}')]));
    expect(decodeFrame('replies', frame)).toBeNull();
    frame[2] = 2;
    expect(decoded(frame)).toBeNull();
  });

  it('is nothing when it holds no entry, too many, or an id twice', () => {
    expect(decoded(encodeFrame('requests', []))).toBeNull();
    const many = Array.from({ length: maxFrameEntries + 1 }, (_, id) => outgoing(id, '', ''));
    expect(decoded(encodeFrame('requests', many))).toBeNull();
    expect(decoded(encodeFrame('requests', many.slice(1)))).toHaveLength(maxFrameEntries);
    expect(decoded(encodeFrame('requests', [outgoing(7, '', 'a'), outgoing(7, '', 'b')]))).toBeNull();
  });
});

describe('packing', () => {
  it('keeps every entry and the order, and no frame of several entries is too large', () => {
    const sizes = fc.array(fc.oneof(fc.nat(200), fc.nat(maxFrameBytes), fc.nat(3 * maxFrameBytes)), { maxLength: 200 });
    fc.assert(
      fc.property(sizes, (all) => {
        const entries = all.map((bytes, id) => ({ id, head: '', body: '', headBytes: 0, bodyBytes: bytes }));
        const packed = packFrames(entries);
        expect(packed.flat()).toEqual(entries);
        for (const frame of packed) {
          expect(frame.length).toBeGreaterThan(0);
          expect(frame.length).toBeLessThanOrEqual(maxFrameEntries);
          if (frame.length > 1) expect(frameBytes(frame)).toBeLessThanOrEqual(maxFrameBytes);
        }
      }),
    );
  });

  it('puts a large entry into a frame of its own, and the others beside each other', () => {
    const packed = packFrames([large(1, 10), large(2, 10), large(3, 2 * maxFrameBytes), large(4, 10)]);
    expect(packed.map((frame) => frame.map(({ id }) => id))).toEqual([[1, 2], [3], [4]]);
  });
});
