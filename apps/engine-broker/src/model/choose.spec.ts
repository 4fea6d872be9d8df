import type { ModelBody } from '@app/contracts/engines';
import { Problem } from '@app/problem';
import { assertPublicName, isPrivateHost, readAddress } from './address';
import { chooseModel, isSameChoice } from './choose';
import { rawEntryOf } from './model-entry';
import { providerOfEntry, providerViews } from './provider';
import { SavedModel } from './saved-model';

const path = '/v1/chat/completions';
const known = (more: Partial<SavedModel> = {}): SavedModel => ({
  engine: 'jev',
  id: 'mdl_1',
  provider: 'custom',
  base_url: 'https://llm.example.com',
  model: 'small',
  reads: null,
  secrets: { key: 'k1', headers: { 'x-team': 'a' }, query: { v: '1' } },
  changed_at: new Date(0),
  changed_by: 'user:usr_1',
  changed_in: 'org_1',
  ...more,
});
const custom: ModelBody = { provider: 'custom', base_url: 'https://llm.example.com', model: 'small' };
const faultOf = (body: ModelBody, saved: SavedModel | null = known()): unknown => {
  try {
    return chooseModel(body, saved);
  } catch (error) {
    return error instanceof Problem ? [error.details.reason, error.details.path] : error;
  }
};

describe('the address of a model', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com/v1', 'https://api.example.com'],
    ['https://api.example.com/v1/chat/completions', 'https://api.example.com'],
    ['https://api.example.com/proxy/v1/', 'https://api.example.com/proxy'],
    ['https://API.example.com:443/openai', 'https://api.example.com/openai'],
  ])('%s is read as vendors print it', (raw, base) => expect(readAddress(raw, path)).toEqual({ base, query: {} }));

  it('keeps its query apart, since that may let one in', () => {
    expect(readAddress('https://a.example.com/d/chat/completions?api-version=1&k=2', '')).toEqual({
      base: 'https://a.example.com/d/chat/completions',
      query: { 'api-version': '1', k: '2' },
    });
  });

  it('may not have a name that leads to a private address; a try says which one is not found [SSRF-01]', async () => {
    const leads = (...addresses: string[]) => ({
      resolve: async () => addresses.map((address) => ({ address, family: 4 as const })),
    });
    const away = { resolve: async () => Promise.reject(new Error('ENOTFOUND')) };
    await expect(assertPublicName('https://a.example.com', leads('10.0.0.1'))).rejects.toMatchObject({
      details: { reason: 'blocked_host' },
    });
    await assertPublicName('https://a.example.com', leads('8.8.8.8'));
    await assertPublicName('https://a.example.com', away);
    expect(['http://127.0.0.1:8000', 'http://[::1]:8000', 'https://a.example.com:8443'].map(isPrivateHost)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('what an owner says of a model', () => {
  it('is filled in from what is set at the same provider and address', () => {
    const choice = chooseModel(custom, known());
    expect(choice.secrets).toEqual(known().secrets);
    expect(isSameChoice(known(), choice)).toBe(true);
    expect(isSameChoice(known(), chooseModel({ ...custom, key: 'k2' }, known()))).toBe(false);
    expect(chooseModel({ ...custom, key: null, headers: { 'X-Team': null, 'x-new': 'b' } }, known()).secrets).toEqual({
      key: null,
      headers: { 'x-team': 'a', 'x-new': 'b' },
      query: { v: '1' },
    });
  });

  it('takes nothing of before to another address: neither key nor values', () => {
    for (const base_url of [
      'https://llm.example.com.evil.example',
      'https://llm.example.com/other',
      'http://llm.example.com',
    ])
      expect(chooseModel({ ...custom, base_url }, known()).secrets).toEqual({ key: null, headers: {}, query: {} });
    expect(faultOf({ ...custom, base_url: 'https://b.example', headers: { 'x-team': null } })).toEqual([
      'missing_field',
      '/headers/x-team',
    ]);
    expect(chooseModel(custom, known({ secrets: null })).secrets.key).toBeNull();
  });

  it.each<[string, ModelBody, unknown]>([
    ['no address of a server that may be anywhere', { provider: 'custom', model: 'm' }, ['missing_field', '/base_url']],
    ['no model', { provider: 'openai', key: 'k' }, ['missing_field', '/model']],
    ['no key of a vendor', { provider: 'anthropic', model: 'm' }, ['missing_field', '/key']],
    ['a header of ours', { ...custom, headers: { Authorization: 'x' } }, ['bad_name', '/headers/authorization']],
    ['a header that breaks lines', { ...custom, headers: { a: 'x\ny' } }, ['bad_encoding', '/headers/a']],
    [
      'headers of a decision model',
      { provider: 'ollama_decisions', headers: { a: 'x' } },
      ['unknown_field', '/headers/a'],
    ],
    ['reads of a decision model', { provider: 'typesafe', key: 'k', reads: 'stated' }, ['unknown_field', '/reads']],
    [
      'too many values',
      { ...custom, query: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`q${i}`, 'x'])) },
      ['bad_length', '/query'],
    ],
    ['an address that is none', { ...custom, base_url: 'nowhere' }, ['bad_url', '/base_url']],
  ])('is refused with %s', (_why, body, fault) => expect(faultOf(body)).toEqual(fault));

  it('makes the entry that an operator would write, with the provider’s own headers kept', () => {
    const anthropic = chooseModel({ provider: 'anthropic', model: 'm', key: 'k', headers: { 'x-a': 'b' } }, null);
    expect(rawEntryOf(anthropic)).toEqual({
      preset: 'anthropic',
      base_url: 'https://api.anthropic.com',
      model: 'm',
      key: 'k',
      chat: { reads: 'stated', headers: { 'anthropic-version': '2023-06-01', 'x-a': 'b' } },
    });
    expect(rawEntryOf(known())).toMatchObject({ base_url: 'https://llm.example.com?v=1', preset: 'openai' });
  });
});

it('every provider is named by an entry of its own', () => {
  for (const { provider, base_url } of providerViews()) {
    const choice = chooseModel({ provider, model: 'm', key: 'k', base_url: base_url ?? 'https://a.example' }, null);
    expect(providerOfEntry(rawEntryOf(choice) ?? {})).toBe(provider);
  }
});
