import type { EngineSource, EngineView } from '@app/contracts/engines';
import { isKnown } from './known-engine';

const luna = { name: 'gpt-6-luna', version: 'current' } as const;
const engines = (source: EngineSource | null) => [{ ...luna, active: true, source } as EngineView];

it.each([
  ['built_in', true],
  ['local', true],
  ['hosted', false],
  ['simulator', false],
  [null, false],
] as const)(
  'an engine that nobody was sent a context of is known by its source: %s, %s [ALT-38] [S-U5]',
  (source, known) => {
    expect(isKnown({ sent: [], engines: engines(source) }, luna)).toBe(known);
    expect(isKnown({ sent: [luna], engines: engines(source) }, luna)).toBe(true);
  },
);
