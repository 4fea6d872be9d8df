import type { Schema } from '@app/sdk/client';

type Provider = Pick<Schema<'ModelProviderView'>, 'provider' | 'base_url' | 'model' | 'needs_key' | 'reads'>;
type ModelInForce = Pick<
  Schema<'ModelView'>,
  'set_by' | 'provider' | 'base_url' | 'model' | 'reads' | 'has_key' | 'headers' | 'query'
>;

/** What is typed into the form of a model; an empty text is left out of the request. */
export interface ModelDraft {
  provider: string;
  /** Empty: the provider's own. */
  baseUrl: string;
  model: string;
  /** Empty: the key that is set stays, as far as the service keeps it. */
  key: string;
  /** How a chat model is read; empty: as its provider's models can be. */
  reads: string;
}

/** What the form begins with: the model that an owner saved, or the first provider. */
export function draftOfModel(standing: ModelInForce, providers: readonly Provider[]): ModelDraft {
  const empty = { provider: providers[0]?.provider ?? '', baseUrl: '', model: '', key: '', reads: '' };
  if (standing.set_by !== 'owner') return empty;
  const { provider, base_url: baseUrl, model, reads } = standing;
  const known = providers.find((one) => one.provider === provider);
  if (known === undefined) return empty;
  return {
    provider: known.provider,
    baseUrl: baseUrl === known.base_url ? '' : (baseUrl ?? ''),
    model: model === known.model ? '' : (model ?? ''),
    key: '',
    reads: reads === known.reads ? '' : (reads ?? ''),
  };
}

/** The request that the form stands for; the service says what it lacks. */
export function modelBodyOf({ provider, baseUrl, model, key, reads }: ModelDraft): Schema<'ModelBody'> {
  const [address, name, secret] = [baseUrl, model, key].map((text) => text.trim());
  return {
    provider: provider as Schema<'ModelBody'>['provider'],
    ...(address !== '' && { base_url: address }),
    ...(name !== '' && { model: name }),
    ...(secret !== '' && { key: secret }),
    ...(reads !== '' && { reads: reads as 'stated' }),
  };
}

/** Another provider: what was typed for the one before means nothing to it, and a key must not reach it by mistake. */
export function withProvider(draft: ModelDraft, provider: string): ModelDraft {
  return provider === draft.provider ? draft : { provider, baseUrl: '', model: '', key: '', reads: '' };
}

/** Whether the service keeps the key, headers and parameters that are set: they are never sent to another address. */
export function keepsSecrets(draft: ModelDraft, standing: ModelInForce, providers: readonly Provider[]): boolean {
  if (standing.set_by !== 'owner' || standing.provider !== draft.provider) return false;
  return addressOf(draft, providers) === standing.base_url;
}

/** Where documents would go; null where it must be typed. */
export function addressOf({ provider, baseUrl }: ModelDraft, providers: readonly Provider[]): string | null {
  const typed = baseUrl.trim();
  if (typed === '') return providers.find((one) => one.provider === provider)?.base_url ?? null;
  return typed.replace(/\?.*$/, '').replace(/\/+$/, '');
}

/** Whether the form holds what its provider needs. */
export function isComplete(draft: ModelDraft, standing: ModelInForce, providers: readonly Provider[]): boolean {
  const provider = providers.find((one) => one.provider === draft.provider);
  if (provider === undefined) return false;
  const hasKey = draft.key.trim() !== '' || (standing.has_key && keepsSecrets(draft, standing, providers));
  return (
    addressOf(draft, providers) !== null &&
    (provider.model !== null || draft.model.trim() !== '') &&
    (!provider.needs_key || hasKey)
  );
}
