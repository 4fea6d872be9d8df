import { readConfig } from '@app/config';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokerSettings } from '../app.config';
import { EntrySource } from './entry-source';

describe('engine entries', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entries-'));
  const [file, key] = [join(folder, 'engines.json'), join(folder, 'key')];
  afterAll(() => rmSync(folder, { recursive: true }));
  const source = (env: Record<string, string> = {}) =>
    new EntrySource(readConfig(brokerSettings, { ENGINE_ENTRIES_FILE: file, ...env }), null);

  it('of a file go before those of the environment, and are read again with their keys', async () => {
    const entries = source({ ENGINES: '{"jev": {"preset": "ollama"}, "gpt-6-luna": {"preset": "ollama"}}' });
    writeFileSync(key, 'ts-first\n');
    writeFileSync(file, JSON.stringify({ jev: { preset: 'jev', key_file: key } }));
    const [jev, luna] = await entries.readSetups(null);
    expect(jev.entry).toMatchObject({ base_url: 'https://api.typesafe.ai', key: 'ts-first' });
    expect(luna.entry.source).toBe('local');
    writeFileSync(key, 'ts-second');
    expect((await entries.readSetups(null))[0].entry.key).toBe('ts-second');
    writeFileSync(file, '{}');
    expect((await entries.readSetups(null))[0].entry).toMatchObject({ source: 'local', key: null });
  });

  it.each([
    ['{"key": "ts-1"', /engines\.json cannot be used: they are not JSON$/],
    ['{"gpt-7": {}}', /unknown engine gpt-7/],
    ['{"jev": {"key": "ts-1"}}', /key_file/],
    ['{"jev": {"preset": "jev", "key_file": "/nowhere/key"}}', /key of jev cannot be read/],
  ])('that cannot be used are refused: %s', async (text, sentence) => {
    writeFileSync(file, text);
    await expect(source().readSetups(null)).rejects.toThrow(sentence);
  });

  it('are needed for jev, or a key, else a local model is looked for', async () => {
    writeFileSync(file, '{}');
    expect(await source().isConfigured()).toBe(false);
    expect(await source({ ENGINE_JEV_KEY: 'ts-1' }).isConfigured()).toBe(true);
    writeFileSync(file, '{"jev": {"preset": "built_in"}}');
    expect(await source().isConfigured()).toBe(true);
  });

  it('are the operator’s, or the start’s where its own file has them', async () => {
    writeFileSync(file, '{"jev": {"preset": "built_in"}}');
    const env = { ENGINE_ENTRIES_FILE_OF: 'start', ENGINE_GPT_6_LUNA_KEY: 'k' };
    expect(await source(env).readOrigin('jev')).toEqual({ setBy: 'start', raw: { preset: 'built_in' }, saved: null });
    expect(await source(env).readOrigin('gpt-6-luna')).toMatchObject({
      setBy: 'operator',
      raw: { preset: 'gpt-6-luna' },
    });
    expect(await source().readOrigin('jev')).toMatchObject({ setBy: 'operator' });
    expect(await source().readOrigin('pplx-decider')).toMatchObject({ setBy: 'none', raw: null });
  });
});
