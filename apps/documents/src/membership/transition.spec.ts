import { MemberRow, Seen, transition } from './transition';

const seen = (others: Partial<Seen> = {}): Seen => ({
  matching: true,
  nextAtMs: null,
  minHoldMs: null,
  cause: 'document',
  quiet: false,
  ...others,
});
const row = (others: Partial<MemberRow> = {}): MemberRow => ({
  matching: true,
  held: false,
  released: false,
  cause: null,
  nextAtMs: null,
  ...others,
});

describe('a membership', () => {
  it('tells each crossing once, and nothing while it stays [SUB-01]', () => {
    expect(transition(undefined, seen()).says).toEqual([{ entered: true, cause: 'document' }]);
    expect(transition(row(), seen())).toEqual({ row: 'same', says: [] });
    expect(transition(row(), seen({ matching: false }))).toEqual({
      row: null,
      says: [{ entered: false, cause: 'document' }],
    });
    expect(transition(undefined, seen({ matching: false }))).toEqual({ row: 'same', says: [] });
  });

  it('is held back for `min_hold`, and says nothing when it ends inside it [SUB-11]', () => {
    const held = transition(undefined, seen({ minHoldMs: 500, cause: 'answer' }));
    expect(held).toEqual({ row: { matching: true, hold: { ms: 500 }, cause: 'answer', nextAtMs: null }, says: [] });
    const inside = row({ held: true, cause: 'answer' });
    expect(transition(inside, seen({ minHoldMs: 500 }))).toEqual({ row: 'same', says: [] });
    expect(transition(inside, seen({ matching: false }))).toEqual({ row: null, says: [] });
  });

  it('raises its event with its own cause when the hold has ended, also when it ends at the same moment [SUB-11]', () => {
    const released = row({ held: true, released: true, cause: 'answer' });
    expect(transition(released, seen({ cause: 'time' }))).toEqual({
      row: { matching: true, hold: null, cause: null, nextAtMs: null },
      says: [{ entered: true, cause: 'answer' }],
    });
    expect(transition(released, seen({ matching: false, cause: 'document' })).says).toEqual([
      { entered: true, cause: 'answer' },
      { entered: false, cause: 'document' },
    ]);
  });

  it('keeps a row for the moment at which time may move it', () => {
    const watch = { matching: false, hold: null, cause: null, nextAtMs: 7 };
    expect(transition(undefined, seen({ matching: false, nextAtMs: 7 })).row).toEqual(watch);
    expect(transition(row({ matching: false, nextAtMs: 7 }), seen({ matching: false, nextAtMs: 7 })).row).toBe('same');
    expect(transition(row({ matching: false, nextAtMs: 7 }), seen({ matching: false })).row).toBeNull();
    expect(transition(row({ nextAtMs: 7 }), seen({ nextAtMs: 9 })).row).toMatchObject({ nextAtMs: 9, hold: null });
  });

  it('moves and raises no event where members are only set', () => {
    const quiet = transition(undefined, seen({ quiet: true, minHoldMs: 500 }));
    expect(quiet).toEqual({ row: { matching: true, hold: null, cause: null, nextAtMs: null }, says: [] });
    expect(transition(row(), seen({ quiet: true, matching: false }))).toEqual({ row: null, says: [] });
  });
});
