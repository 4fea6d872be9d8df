import { answererText, epochText, isBuiltIn, modelText } from './engine-words';

const answer = {
  engine: { name: 'jev' as const, version: 'current' },
  engine_version: 'current+2026-03-02.1',
  engine_source: null,
  probability_source: null,
};

it('names the built-in engine in the place of the model that never answered [CLI-A1]', () => {
  const builtIn = { ...answer, engine_source: 'built_in' as const };
  expect([isBuiltIn(builtIn), answererText(builtIn)]).toEqual([true, 'built-in current+2026-03-02.1']);
  for (const source of ['hosted', 'local', 'simulator', null] as const) {
    const other = { ...answer, engine_source: source };
    expect([isBuiltIn(other), answererText(other)]).toEqual([false, 'jev current+2026-03-02.1']);
  }
  expect(answererText({ ...answer, engine_version: null })).toBe('jev');
  expect(modelText(answer.engine, { engine_source: 'built_in' })).toBe('built-in');
  expect(modelText(answer.engine, { engine_source: 'hosted' })).toBe('jev current');
});

it('says where a chat model stated its probabilities [CLI-A1]', () => {
  expect(epochText({ ...answer, probability_source: 'stated' })).toBe('current+2026-03-02.1 (stated probabilities)');
  expect(epochText({ ...answer, probability_source: 'logprobs' })).toBe('current+2026-03-02.1');
});
