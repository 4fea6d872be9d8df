import {
  type ModelDraft,
  addressOf,
  draftOfModel,
  isComplete,
  keepsSecrets,
  modelBodyOf,
  withProvider,
} from './model-draft';

const openai = {
  provider: 'openai',
  base_url: 'https://judge.example.com',
  model: null,
  needs_key: true,
  reads: 'logprobs',
} as const;
const custom = { provider: 'custom', base_url: null, model: null, needs_key: false, reads: 'logprobs' } as const;
const named = {
  provider: 'typesafe',
  base_url: 'https://example.com',
  model: 'jev-1.13.0',
  needs_key: true,
  reads: null,
};
const providers = [openai, custom, named];
const nothing = {
  set_by: 'none',
  provider: 'built_in',
  base_url: null,
  model: 'built-in-lexical-2',
  reads: null,
  has_key: false,
  headers: [],
  query: [],
};
const owners = {
  ...nothing,
  set_by: 'owner',
  provider: 'openai',
  base_url: openai.base_url,
  model: 'small',
  has_key: true,
};
const empty: ModelDraft = { provider: 'openai', baseUrl: '', model: '', key: '', reads: '' };

it('begins with what an owner saved, and takes nothing from an entry that others set', () => {
  expect(draftOfModel(nothing, providers)).toEqual(empty);
  expect(draftOfModel({ ...owners, set_by: 'operator' }, providers)).toEqual(empty);
  expect(draftOfModel({ ...owners, reads: 'stated' as const }, providers)).toEqual({
    ...empty,
    model: 'small',
    reads: 'stated',
  });
  const elsewhere = { ...owners, base_url: 'https://example.com', reads: 'logprobs' as const };
  expect(draftOfModel(elsewhere, providers)).toEqual({ ...empty, baseUrl: 'https://example.com', model: 'small' });
  expect(draftOfModel({ ...owners, provider: 'gone' }, providers)).toEqual(empty);
});

it('sends what was typed and leaves out what was not', () => {
  expect(modelBodyOf(empty)).toEqual({ provider: 'openai' });
  const typed = { provider: 'custom', baseUrl: ' https://example.com/ ', model: 'small ', key: ' k', reads: 'stated' };
  expect(modelBodyOf(typed)).toEqual({
    provider: 'custom',
    base_url: 'https://example.com/',
    model: 'small',
    key: 'k',
    reads: 'stated',
  });
});

it('another provider begins with its own address and gets no key of the one before', () => {
  const typed = { ...empty, baseUrl: 'https://example.com', model: 'small', key: 'k', reads: 'stated' };
  expect(withProvider(typed, 'custom')).toEqual({ ...empty, provider: 'custom' });
  expect(withProvider(typed, 'openai')).toBe(typed);
});

it.each([
  ['at the same address', { ...empty }, owners, true],
  ['at the same address, spelt out', { ...empty, baseUrl: `${openai.base_url}/` }, owners, true],
  ['at another address', { ...empty, baseUrl: 'https://example.com' }, owners, false],
  ['of another provider', { ...empty, provider: 'custom', baseUrl: openai.base_url }, owners, false],
  ['of the operator', { ...empty }, { ...owners, set_by: 'operator' }, false],
])('the key that is set %s stays: %#', (_, draft, standing, keeps) => {
  expect(keepsSecrets(draft, standing, providers)).toBe(keeps);
});

it('knows what a provider needs: an address, a model, a key', () => {
  const full = { ...empty, model: 'small', key: 'k' };
  expect(isComplete(full, nothing, providers)).toBe(true);
  expect(isComplete({ ...full, model: ' ' }, nothing, providers)).toBe(false);
  expect(isComplete({ ...full, key: '' }, nothing, providers)).toBe(false);
  expect(isComplete({ ...full, key: '' }, owners, providers)).toBe(true);
  expect(isComplete({ ...full, key: '', baseUrl: 'https://example.com' }, owners, providers)).toBe(false);
  expect(isComplete({ ...full, provider: 'custom' }, nothing, providers)).toBe(false);
  expect(isComplete({ ...full, provider: 'custom', baseUrl: 'https://example.com', key: '' }, nothing, providers)).toBe(
    true,
  );
  expect(isComplete({ ...empty, provider: 'typesafe', key: 'k' }, nothing, providers)).toBe(true);
  expect(isComplete({ ...full, provider: 'gone' }, nothing, providers)).toBe(false);
});

it('names the address without its query, which holds no part of where documents go', () => {
  expect(addressOf({ ...empty, baseUrl: 'https://example.com/v1/?api-version=1' }, providers)).toBe(
    'https://example.com/v1',
  );
  expect(addressOf({ ...empty, provider: 'custom' }, providers)).toBeNull();
});
