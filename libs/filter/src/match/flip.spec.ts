import fc from 'fast-check';
import { parseFilter } from '../filter/parse';
import { nextFlip } from './flip';
import { matches } from './match';
import type { Subject } from './match';

const nowMs = Date.parse('2026-03-04T09:30:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();

function subject(others: Partial<Subject> = {}): Subject {
  return {
    id: 'd',
    created_at: iso(nowMs - 1000),
    updated_at: iso(nowMs - 1000),
    attributes: {},
    state: {},
    answer: () => null,
    ...others,
  };
}

function parsed(filter: object) {
  return parseFilter(filter, { pointer: '', allow: { answers: true, within: true } });
}

describe('the next flip of a filter', () => {
  it('is the first millisecond after the window', () => {
    const filter = parsed({ created_at: { within: '5s' } });
    expect(nextFlip(filter, subject(), nowMs)).toBe(nowMs + 4001);
    expect(nextFlip(filter, subject({ created_at: iso(nowMs - 60_000) }), nowMs)).toBeNull();
  });

  it('exists only when time decides', () => {
    const filter = parsed({ created_at: { within: '5s' }, 'attributes.open': true });
    expect(nextFlip(filter, subject(), nowMs)).toBeNull();
    expect(nextFlip(filter, subject({ attributes: { open: true } }), nowMs)).toBe(nowMs + 4001);
  });

  it('is of the same moment in every spelling, cut to milliseconds; a text that is none has none [REL-F5]', () => {
    const filter = parsed({ 'state.at': { within: '1s' } });
    const at = (text: string) => nextFlip(filter, subject({ state: { at: text } }), nowMs);
    expect(at('2026-03-05T00:00:00Z')).toBe(Date.parse('2026-03-05T00:00:00Z'));
    expect(at('2026-03-05T02:00:00.0009+02:00')).toBe(Date.parse('2026-03-05T00:00:00Z'));
    expect(at('2026-03-04t23:00:00-01:00')).toBe(Date.parse('2026-03-05T00:00:00Z'));
    for (const text of ['2026-04-31T00:00:00Z', '2026-03-05', 'soon']) expect(at(text)).toBeNull();
  });

  it('of a creation that lies ahead is its end alone: it counts from now on [REL-F5]', () => {
    const filter = parsed({ created_at: { within: '5s' } });
    const ahead = subject({ created_at: iso(nowMs + 200_000) });
    expect(matches(filter, ahead, nowMs)).toBe(true);
    expect(nextFlip(filter, ahead, nowMs)).toBe(nowMs + 205_001);
  });

  it('is exact: nothing changes before it, and following it finds every change', () => {
    const offset = fc.integer({ min: -4000, max: 4000 });
    const within = fc.integer({ min: 0, max: 3000 }).map((ms) => ({ within: `${ms}ms` }));
    const leaf = fc.oneof(
      within.map((test) => ({ created_at: test })),
      within.map((test) => ({ 'state.times.at': test })),
      fc.boolean().map((open) => ({ 'attributes.open': open })),
    );
    const { filter } = fc.letrec<{ filter: object }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({ not: tie('filter') }),
        fc.record({ all: fc.array(tie('filter'), { maxLength: 3 }) }),
        fc.record({ any: fc.array(tie('filter'), { maxLength: 3 }) }),
      ),
    }));
    fc.assert(
      fc.property(filter, offset, fc.array(offset, { maxLength: 3 }), (json, created, times) => {
        const tree = parsed(json);
        const of = subject({
          created_at: iso(nowMs + created),
          attributes: { open: true },
          state: { times: times.map((ms) => ({ at: iso(nowMs + ms) })) },
        });
        let holds = matches(tree, of, nowMs);
        let next = nextFlip(tree, of, nowMs);
        for (let ms = nowMs; ms < nowMs + 8000; ms += 1) {
          if (ms === next) {
            holds = !holds;
            next = nextFlip(tree, of, ms);
          }
          if (matches(tree, of, ms) !== holds) return false;
        }
        return true;
      }),
      { numRuns: 20 },
    );
  });
});
