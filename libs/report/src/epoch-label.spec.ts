import { epochLabel } from './epoch-label';

it('says built-in before an epoch in which no model answered, and nothing before any other [CLI-A1]', () => {
  const epoch = 'current+2026-03-02.1';
  expect(epochLabel({ engine_version: epoch, engine_source: 'built_in' })).toBe(`built-in ${epoch}`);
  for (const engine_source of ['hosted', 'local', 'simulator', null, undefined]) {
    expect(epochLabel({ engine_version: epoch, engine_source })).toBe(epoch);
  }
  expect(epochLabel({ engine_version: null, engine_source: null })).toBeNull();
});
