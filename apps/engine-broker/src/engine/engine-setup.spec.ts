import { describeConfig, readConfig } from '@app/config';
import { brokerSettings } from '../app.config';
import { checkEntries, rememberedModel, setupsOf } from './engine-setup';

const noKeys = { jev: '', 'gpt-6-luna': '', 'pplx-decider': '' };
const none = { plainHttpOrigins: '', keys: noKeys, local: null, saved: [], allowsPrivate: false };

describe('what stands behind each engine name', () => {
  it('is the built-in engine with nothing configured, at the published weights [ENG-03]', () => {
    const setups = setupsOf({ ...none, engines: {} });
    expect(setups.map(({ name, isActive, entry }) => [name, isActive, entry.source, entry.weight])).toEqual([
      ['jev', true, 'built_in', 1],
      ['gpt-6-luna', true, 'built_in', 2.5],
      ['pplx-decider', false, 'built_in', 1],
    ]);
  });

  it('gets its key from a setting of its own, which is never printed', () => {
    const env = { ENGINES: '{"jev": {"preset": "jev"}}', ENGINE_JEV_KEY: 'ts-very-secret' };
    const config = readConfig(brokerSettings, env);
    const [jev] = setupsOf({ ...none, engines: config.engines, keys: { ...noKeys, jev: config.jevKey } });
    expect(jev.entry.key).toBe('ts-very-secret');
    expect(jev.identity).not.toContain('secret');
    expect(JSON.stringify(describeConfig(brokerSettings, config))).not.toContain('secret');
  });

  it('shows members and headers of a chat model as set, and is another engine when it is read otherwise', () => {
    const chat = { headers: { 'x-gateway': 'very-secret' }, members: { user: 'very-secret' } };
    const raw = { preset: 'openai', model: 'small', chat };
    const config = readConfig(brokerSettings, { ENGINES: JSON.stringify({ jev: raw }) });
    expect(describeConfig(brokerSettings, config).ENGINES).toEqual({
      jev: { ...raw, chat: { headers: { 'x-gateway': '(set)' }, members: { user: '(set)' } } },
    });
    const of = (reads: string) => setupsOf({ ...none, engines: { jev: { ...raw, chat: { ...chat, reads } } } })[0];
    expect(of('logprobs').identity).not.toContain('secret');
    expect(of('logprobs').identity).not.toBe(of('stated').identity);
  });

  it('is the vendor whose key is given, where no entry says otherwise', () => {
    const [, luna] = setupsOf({ ...none, engines: {}, keys: { ...noKeys, 'gpt-6-luna': 'sk-1' } });
    expect(luna.entry).toMatchObject({ dialect: 'openai_decisions', base_url: 'https://api.openai.com', key: 'sk-1' });
  });

  it('is, for jev alone, a local decision model before the built-in engine, and remembered by its row', () => {
    const local = { baseUrl: 'http://127.0.0.1:11434/', model: 'nimble:latest', reads: null };
    const [jev, luna] = setupsOf({ ...none, engines: {}, local });
    expect(jev.entry).toMatchObject({ source: 'local', dialect: 'systemone', model: 'nimble:latest' });
    expect(luna.entry.source).toBe('built_in');
    expect(rememberedModel(jev.identity, local.baseUrl)).toEqual(local);
    expect(rememberedModel(luna.identity, local.baseUrl)).toBeNull();
    expect(rememberedModel(jev.identity, 'http://127.0.0.1:1')).toBeNull();
    const configured = setupsOf({ ...none, engines: { jev: { preset: 'built_in' } }, local });
    expect(configured[0].entry.source).toBe('built_in');
  });

  it.each(['logprobs', 'stated'] as const)('is a local chat model read by %s, and remembered so', (reads) => {
    const local = { baseUrl: 'http://127.0.0.1:11434', model: 'qwen3:8b', reads };
    const [jev] = setupsOf({ ...none, engines: {}, local });
    expect(jev.entry).toMatchObject({ source: 'local', dialect: 'chat', model: 'qwen3:8b', chat: { reads } });
    expect(rememberedModel(jev.identity, local.baseUrl)).toEqual(local);
  });

  it.each([
    ['[]', 'must be a JSON object'],
    ['{"gpt-7": {}}', 'unknown engine gpt-7'],
    ['{"jev": {"key": "ts-1"}}', 'must not hold its key'],
    ['{"jev": {"key_file": 3}}', 'must name its key_file'],
    ['{"jev": {"base_url": "http://user:pass@host"}}', 'must not contain credentials'],
    ['{"jev": {"rate": {"in_flight": 0}}}', 'in_flight'],
    ['{"jev": {"dialect": "extension", "colour": 1}}', 'colour'],
  ])('refuses %s', (raw, sentence) => {
    expect(() => checkEntries(JSON.parse(raw))).toThrow(sentence);
  });

  it('lets plain http reach only what the operator allows', () => {
    const engines = checkEntries({ jev: { base_url: 'http://gpu-1:8080' } });
    expect(() => setupsOf({ ...none, engines })).toThrow('plain http');
    const allowed = setupsOf({ ...none, engines, plainHttpOrigins: 'http://gpu-0:1, http://gpu-1:8080' });
    expect(allowed[0].entry.base_url).toBe('http://gpu-1:8080');
  });

  it('may be an extension, which has no address', () => {
    const [jev] = setupsOf({
      ...none,
      engines: checkEntries({ jev: { dialect: 'extension', rate: { in_flight: 4 } } }),
    });
    expect(jev).toMatchObject({ isExtension: true, entry: { source: 'local', rate: { in_flight: 4 } } });
  });
});
