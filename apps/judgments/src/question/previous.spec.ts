import type { PreviousAnchor, PreviousDocument } from '@app/definition';
import { Seen, Snapshot, isMoved, seenAfter, shownOf } from './previous';

const of = (note: string, fields = ['state.note']): Snapshot => ({
  fields,
  digest: note,
  selected: { state: { note } },
  cuts: [],
});
const by = (anchor: PreviousAnchor): PreviousDocument => ({ fields: ['state.note'], anchor });
/** What stands after answers that read these notes, one after the other. */
const after = (...notes: string[]): Seen | null =>
  notes.reduce<Seen | null>((seen, note) => seenAfter(seen, of(note)), null);
const shown = (anchor: PreviousAnchor, seen: Seen | null, now: string): string | null =>
  shownOf(by(anchor), seen, of(now))?.digest ?? null;

describe('the previous document', () => {
  it('is the one of the last answer, or of the first [CTX-06]', () => {
    const seen = after('v1', 'v2', 'v3');
    expect([shown('last_answer', seen, 'v3'), shown('first_answer', seen, 'v3')]).toEqual(['v3', 'v1']);
  });

  it('is by `last_change` the latest that differs from now [CTX-06]', () => {
    expect(shown('last_change', after('v1', 'v2', 'v2'), 'v2')).toBe('v1');
    expect(shown('last_change', after('v1', 'v2', 'v2'), 'v3')).toBe('v2');
    expect(shown('last_change', after('v1', 'v2', 'v3'), 'v3')).toBe('v2');
    expect(shown('last_change', after('v1'), 'v1')).toBeNull();
  });

  it('is none before the first answer, and none after answers that kept other fields [CTX-06]', () => {
    expect(shown('last_answer', null, 'v1')).toBeNull();
    const others = seenAfter(null, of('v1', ['state.other']));
    for (const anchor of ['last_answer', 'last_change', 'first_answer'] as const) {
      expect(shown(anchor, others, 'v2')).toBeNull();
    }
    expect(seenAfter(others, of('v2'))).toEqual({ last: of('v2'), before: null, first: of('v2') });
    expect(seenAfter(after('v1'), null)).toEqual({ last: null, before: null, first: null });
  });

  it('moves a context by itself with `last_change` alone [CTX-06] [FRS-04]', () => {
    const seen = after('v1', 'v2');
    expect(
      (['last_answer', 'first_answer', 'last_change'] as const).map((a) => isMoved(by(a), seen, of('v3'))),
    ).toEqual([false, false, true]);
    expect(isMoved(by('last_change'), seen, of('v2'))).toBe(false);
  });
});
