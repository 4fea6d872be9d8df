import { MemberRow, Evaluation, transition } from './transition';

const found = (others: Partial<Evaluation> = {}): Evaluation => ({
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
  it('has one crossing for each change of what the filter says, and none while that stays [SUB-01]', () => {
    expect(transition(undefined, found()).crossings).toEqual([{ entered: true, cause: 'document' }]);
    expect(transition(row(), found())).toEqual({ row: 'same', crossings: [] });
    expect(transition(row(), found({ matching: false }))).toEqual({
      row: null,
      crossings: [{ entered: false, cause: 'document' }],
    });
    expect(transition(undefined, found({ matching: false }))).toEqual({ row: 'same', crossings: [] });
  });

  it('has no crossing inside `min_hold`, nor when it ends there [SUB-11]', () => {
    const held = transition(undefined, found({ minHoldMs: 500, cause: 'answer' }));
    expect(held).toEqual({
      row: { matching: true, hold: { ms: 500 }, cause: 'answer', nextAtMs: null },
      crossings: [],
    });
    const inside = row({ held: true, cause: 'answer' });
    expect(transition(inside, found({ minHoldMs: 500 }))).toEqual({ row: 'same', crossings: [] });
    expect(transition(inside, found({ matching: false }))).toEqual({ row: null, crossings: [] });
  });

  it('has the crossing with its own cause once the hold has ended, also when it ends at the same moment [SUB-11]', () => {
    const released = row({ held: true, released: true, cause: 'answer' });
    expect(transition(released, found({ cause: 'time' }))).toEqual({
      row: { matching: true, hold: null, cause: null, nextAtMs: null },
      crossings: [{ entered: true, cause: 'answer' }],
    });
    expect(transition(released, found({ matching: false, cause: 'document' })).crossings).toEqual([
      { entered: true, cause: 'answer' },
      { entered: false, cause: 'document' },
    ]);
  });

  it('keeps a row for the moment at which time may change it', () => {
    const watch = { matching: false, hold: null, cause: null, nextAtMs: 7 };
    expect(transition(undefined, found({ matching: false, nextAtMs: 7 })).row).toEqual(watch);
    expect(transition(row({ matching: false, nextAtMs: 7 }), found({ matching: false, nextAtMs: 7 })).row).toBe('same');
    expect(transition(row({ matching: false, nextAtMs: 7 }), found({ matching: false })).row).toBeNull();
    expect(transition(row({ nextAtMs: 7 }), found({ nextAtMs: 9 })).row).toMatchObject({ nextAtMs: 9, hold: null });
  });

  it('changes its row without a crossing where members are only set', () => {
    const quiet = transition(undefined, found({ quiet: true, minHoldMs: 500 }));
    expect(quiet).toEqual({ row: { matching: true, hold: null, cause: null, nextAtMs: null }, crossings: [] });
    expect(transition(row(), found({ quiet: true, matching: false }))).toEqual({ row: null, crossings: [] });
  });
});
