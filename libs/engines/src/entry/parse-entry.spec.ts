import { parseEngineEntry } from './parse-entry';

it('starts from a preset and overrides member by member', () => {
  const entry = parseEngineEntry('jev', { preset: 'jev', key: 'k', rate: { in_flight: 4 } });
  expect(entry).toMatchObject({ name: 'jev', base_url: 'https://api.typesafe.ai', probability_step: 0.01 });
  expect(entry.rate).toEqual({ requests_per_s: 20, tokens_per_s: 100_000, in_flight: 4 });
  expect(parseEngineEntry('gpt-6-luna', { dialect: 'openai_decisions' })).toMatchObject({
    base_url: 'https://api.openai.com',
    model: 'gpt-6-luna',
    canary: true,
  });
  expect(parseEngineEntry('jev', { dialect: 'built_in' })).toMatchObject({ source: 'built_in', dialect: 'built_in' });
});

it.each([
  [{ dialect: 'other' }, '`dialect` must be equal'],
  [{ dialect: 'openai_decisions', base_url: 'http://example.com' }, 'plain http'],
  [{ keys: 'x' }, '`keys`'],
  [{ rate: { in_flight: 0 } }, '`rate/in_flight` must be >= 1'],
  [{ base_url: 'http://example.com' }, 'plain http'],
  [{ base_url: 'http://127.0.0.1.example.com' }, 'plain http'],
  [{ base_url: 'file:///etc/passwd' }, 'http or https'],
  [{ base_url: 'https://user:secret@example.com' }, 'credentials'],
  [{ base_url: 'https://example.com/#a' }, 'after `#`'],
  [{ preset: 'bedrock' }, 'Amazon Bedrock is not supported: put a gateway'],
  [{ preset: 'vertex', model: 'm' }, 'Google Vertex AI is not supported'],
  [{ preset: 'openai' }, '`model` is missing'],
  [{ preset: 'azure', model: 'm' }, '`base_url` must be'],
  [{ preset: 'openai', model: 'm', chat: { headers: { 'x-api-key': 'k' } } }, '`chat/headers`'],
  [{ preset: 'openai', model: 'm', chat: { headers: { host: 'h' } } }, '`chat/headers`'],
  [{ preset: 'openai', model: 'm', chat: { alternatives: 21 } }, '`chat/alternatives` must be <= 20'],
  [{ preset: 'jev', chat: { reads: 'stated' } }, '`chat` belongs to the dialect'],
  [{ key: 'a\nb: c' }, '`key` must match'],
  ['x', '`entry` must be object'],
])('refuses %j with a sentence', (raw, words) => {
  expect(() => parseEngineEntry('jev', raw)).toThrow(words);
});

it('accepts plain http for loopback and allowed origins', () => {
  for (const base_url of [
    'http://127.0.0.1:11434',
    'http://localhost:1',
    'http://[::1]:8080',
    'http://gpu-1:8080/api',
  ]) {
    expect(parseEngineEntry('jev', { base_url }, ['http://gpu-1:8080']).base_url).toBe(base_url);
  }
  expect(() => parseEngineEntry('jev', { base_url: 'http://gpu-1:8081' }, ['http://gpu-1:8080'])).toThrow('plain http');
});
