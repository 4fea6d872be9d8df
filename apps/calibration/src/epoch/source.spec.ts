import type { KnownEpoch } from './epoch.store';
import { sourceIn } from './source';

const first = 'current+2026-03-02.1';
const known: KnownEpoch[] = [
  { engine: 'jev', epoch: first, source: 'built_in' },
  { engine: 'gpt-6-luna', epoch: first, source: 'hosted' },
  { engine: 'jev', epoch: 'current+2026-03-03.1', source: 'hosted' },
];

it('is that of the engine whose epoch it is, since two engines may have epochs of one name [CLI-A1]', () => {
  expect(sourceIn(known, 'jev', first)).toBe('built_in');
  expect(sourceIn(known, 'gpt-6-luna', first)).toBe('hosted');
});

it('is not guessed where the engine is not known and its epochs differ, nor of an epoch from before [CLI-A1]', () => {
  expect(sourceIn(known, null, first)).toBeNull();
  expect(sourceIn(known, null, 'current+2026-03-03.1')).toBe('hosted');
  expect(sourceIn(known, 'jev', 'current+2026-01-01.1')).toBeNull();
  expect(sourceIn(known, 'pplx-decider', first)).toBeNull();
});
