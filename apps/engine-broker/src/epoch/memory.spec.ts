import { EpochMemory, KnownEpoch, epochOf, hasReturned, mayAskCanary, mostKnown, overlapMs } from './memory';

const hourMs = 3_600_000;
const epoch = (n: number, reportedModel: string | null, about: Partial<KnownEpoch> = {}): KnownEpoch => ({
  label: `current+2026-03-04.${n}`,
  identity: 'entry',
  reportedModel,
  answeredAtMs: 0,
  canaryAtMs: null,
  ...about,
});
const [first, second] = [epoch(1, 'a'), epoch(2, 'b')];
const both: EpochMemory = { inForce: first.label, known: [second, first] };
const of = (memory: EpochMemory, model: string, identity = 'entry', nowMs = 0) =>
  epochOf(memory, { identity, model, nowMs });

describe('the epoch of a reply', () => {
  it.each([
    ['the one in force', 'a', { label: first.label }],
    ['one beside it', 'b', { label: second.label }],
    ['none that is remembered', 'c', 'open'],
  ])('goes by its version: %s [ENG-05]', (_case, model, expected) => {
    expect(of(both, model)).toEqual(expected);
  });

  it('is learnt where the one in force has not answered yet, also by a version of before', () => {
    const anew = epoch(3, null);
    expect(of({ inForce: anew.label, known: [anew, second, first] }, 'a')).toBe('learn');
    // One that another version left without an answer is nobody's.
    expect(of({ ...both, known: [anew, ...both.known] }, 'c')).toBe('open');
  });

  it('of another entry than the row’s is one that this entry had', () => {
    const other = epoch(3, 'a', { identity: 'other' });
    const memory = { inForce: other.label, known: [other, second, first] };
    expect(of(memory, 'b')).toEqual({ label: second.label });
    expect(of(memory, 'c')).toEqual({ label: second.label });
    expect(of(memory, 'c', 'not yet told')).toEqual({ label: other.label });
  });

  it('is the one in force once as many versions answer in an hour as are remembered', () => {
    const known = Array.from({ length: mostKnown }, (_, n) => epoch(n, `m${n}`));
    const memory = { inForce: known[0].label, known };
    expect(of(memory, 'another')).toBe('full');
    expect(of(memory, 'm9')).toEqual({ label: known[9].label });
    expect(of(memory, 'another', 'entry', hourMs)).toBe('open');
  });
});

describe('a version that returns', () => {
  const at = (times: Record<string, number>) => (one: KnownEpoch) => times[one.label];
  it.each([
    ['after another, past the overlap', { own: 0, other: 1_000 }, overlapMs + 1, true],
    ['while both answer', { own: 0, other: 1_000 }, overlapMs, false],
    ['though no other has answered since', { own: 1_000, other: 0 }, hourMs, false],
  ])('%s', (_case, { own, other }, nowMs, expected) => {
    const times = at({ [first.label]: own, [second.label]: other });
    expect(hasReturned(both, first.label, times, nowMs)).toBe(expected);
  });

  it('is asked the canary once an hour', () => {
    const asked = { ...both, known: [second, { ...first, canaryAtMs: 5 }] };
    expect([4 + hourMs, 5 + hourMs].map((now) => mayAskCanary(asked, first.label, now))).toEqual([false, true]);
    expect(mayAskCanary(both, first.label, 0)).toBe(true);
  });
});
