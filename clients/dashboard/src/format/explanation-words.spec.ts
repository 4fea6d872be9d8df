import { definitionText, heldTexts, seenText, tryText, waitText } from './explanation-words';

const answer = { wanted: 5, seen: 4, cause: 'document' } as never;
const quiet = { used: 0, rolling_limit: 10, held: false, deferred: false };
const calm = { paused: false, engine: { active: true, circuit_open: false }, fanout: quiet, permit: null };

it('says how far an answer is behind, and what the last attempt gave [O-STALE]', () => {
  expect(seenText(answer)).toBe('Version 5 of the document is wanted, because of the document; it has seen 4.');
  expect(seenText({ wanted: 5, seen: 0, cause: null } as never)).toBe(
    'Version 5 of the document is wanted; it has seen none.',
  );
  expect(seenText({ wanted: 5, seen: 5, cause: null } as never)).toContain('has seen version 5');
  expect(seenText({ wanted: null, seen: null } as never)).toBe('Nothing has requested it.');
  expect(seenText(null)).toContain('does not apply to this document');
  expect(tryText({ last: null, answer })).toBe('');
  expect(tryText({ last: { failure: 'engine_refused', seen: 4 } as never, answer })).toContain('engine refused');
  expect(tryText({ last: { failure: null, seen: 5 } as never, answer })).toContain('on its way');
  expect(tryText({ last: { failure: null, seen: 4 } as never, answer })).toContain('gave an answer');
});

it('says which version is in force, from where, and when it judges [O-STALE]', () => {
  const engine = { name: 'jev', version: 'current' };
  const own = { version: 3, template: null, policy: 'on_change', debounce_ms: 500, max_wait_ms: 60_000, engine };
  const rest = ' is active: on change, 0.5 s after the last change and 1 min after the first, by jev current.';
  expect(definitionText({ definition: own } as never)).toBe(`Version 3${rest}`);
  expect(definitionText({ definition: { ...own, template: 'acme/*' } } as never)).toBe(`Version 3 of acme/*${rest}`);
});

it('names each thing that keeps answers back, and no other [O-STALE]', () => {
  expect(heldTexts(calm as never)).toEqual([]);
  const engine = { active: true, circuit_open: true };
  const fanout = { ...quiet, held: true, deferred: true, used: 10 };
  const texts = heldTexts({ paused: true, engine, fanout, permit: { waiting: 3 } } as never);
  expect(texts).toHaveLength(5);
  expect(texts[3]).toContain('10 of 10');
  expect(heldTexts({ ...calm, engine: { active: false, circuit_open: false } } as never)).toEqual([
    'The engine is not active.',
  ]);
  expect(waitText({ reason: 'turn' })).toBe('a free worker');
  expect(waitText({ reason: 'some_new' as never })).toBe('some new');
});
