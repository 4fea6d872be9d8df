import { differencesOf, missingFrom } from './difference';

describe('differences of two definitions', () => {
  it('are the members that are not alike, by their path; a list is one member and the order of members is none', () => {
    const before = { type: 'bool', question: 'Late?', context: { fields: ['a'], window: { last: 3 } }, horizon: '14d' };
    const after = {
      question: 'Late?',
      type: 'bool',
      context: { window: { last: 5 }, fields: ['a', 'b'] },
      criteria: { yes: 'x' },
    };
    expect(differencesOf(before, after)).toEqual([
      { path: 'context.fields', before: ['a'], after: ['a', 'b'] },
      { path: 'context.window.last', before: 3, after: 5 },
      { path: 'criteria', before: undefined, after: { yes: 'x' } },
      { path: 'horizon', before: '14d', after: undefined },
    ]);
    expect(differencesOf(before, structuredClone(before))).toEqual([]);
  });

  it('of settings are what is given and not stored: what the service filled in is none, nor null for what is absent', () => {
    const stored = { freshness: { policy: 'on_change', debounce: '30s' }, thresholds: { alarm: 0.4 } };
    expect(missingFrom(stored, { freshness: { policy: 'on_change' }, thresholds: { alarm: 0.4, old: null } })).toEqual(
      [],
    );
    expect(missingFrom(stored, { thresholds: { alarm: null, sure: 0.9 } })).toEqual([
      { path: 'thresholds.alarm', before: 0.4, after: null },
      { path: 'thresholds.sure', before: undefined, after: 0.9 },
    ]);
  });
});
