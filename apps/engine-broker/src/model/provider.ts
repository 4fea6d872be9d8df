import type { ModelProvider, ModelProviderView, UnsupportedProvider } from '@app/contracts/engines';
import { modelProviders } from '@app/contracts/engines';
import { type PresetName, enginePresets } from '@app/engines';

interface Provider {
  title: string;
  preset: PresetName;
  /** Members of an entry beside its preset. */
  members?: Record<string, unknown>;
  needsKey: boolean;
  /** The address of the preset is nobody's in particular: it must be given. */
  isAnywhere?: boolean;
  note?: string;
}

/** What a provider stands for in an entry (docs/engines.md#models-that-owners-set). No model is named but those that are the engine itself. */
const providers: Record<ModelProvider, Provider> = {
  openai: { title: 'OpenAI', preset: 'openai', needsKey: true },
  anthropic: {
    title: 'Anthropic',
    preset: 'anthropic',
    needsKey: true,
    note: 'It gives no log probabilities: the model writes its probabilities.',
  },
  azure: {
    title: 'Azure OpenAI',
    preset: 'azure',
    needsKey: true,
    isAnywhere: true,
    note: 'The base URL is the whole address of the requests, such as https://NAME.openai.azure.com/openai/v1/chat/completions; a query such as `?api-version=...` is kept.',
  },
  openrouter: { title: 'OpenRouter', preset: 'openrouter', needsKey: true },
  ollama: {
    title: 'Ollama, a chat model',
    preset: 'ollama',
    members: { dialect: 'chat' },
    needsKey: false,
    note: 'Version 0.12.11 or later for log probabilities; otherwise let the model write its probabilities.',
  },
  vllm: { title: 'vLLM', preset: 'vllm', needsKey: false },
  custom: {
    title: 'Another server of OpenAI’s format',
    preset: 'openai',
    needsKey: false,
    isAnywhere: true,
    note: 'Any server that answers POST /v1/chat/completions, such as llama.cpp, SGLang or a gateway.',
  },
  typesafe: { title: 'TypeSafe (jev)', preset: 'jev', needsKey: true, note: 'A decision model.' },
  perplexity: { title: 'Perplexity (pplx-decider)', preset: 'pplx-decider', needsKey: true, note: 'A decision model.' },
  openai_decisions: { title: 'OpenAI (gpt-6-luna)', preset: 'gpt-6-luna', needsKey: true, note: 'A decision model.' },
  ollama_decisions: {
    title: 'Ollama, a decision model',
    preset: 'ollama',
    needsKey: false,
    note: 'A model that answers POST /v1/systemone.',
  },
};

/** @returns undefined for a name that a later build may know */
export function providerOf(name: string): Provider | undefined {
  return Object.hasOwn(providers, name) ? providers[name as ModelProvider] : undefined;
}

/** The members of an entry that a provider stands for, and its own path and address. */
export function membersOf({ preset, members = {}, isAnywhere }: Provider) {
  const own = enginePresets[preset === 'ollama' && members.dialect === 'chat' ? 'ollama_chat' : preset];
  return { members: { preset, ...members }, own, baseUrl: isAnywhere ? null : own.base_url, model: own.model || null };
}

/** The provider of an operator's entry; null for one that this list does not have. */
export function providerOfEntry(raw: Record<string, unknown>): string | null {
  const { preset, dialect } = raw;
  if (dialect === 'extension') return 'extension';
  if (preset === 'built_in' || dialect === 'built_in') return 'built_in';
  if (preset === 'ollama' && dialect !== 'chat') return 'ollama_decisions';
  const isElsewhere = raw.base_url !== undefined && raw.base_url !== enginePresets.openai.base_url;
  const named = preset === 'openai' && isElsewhere ? 'custom' : preset;
  if (named === 'ollama' || named === 'custom') return named;
  return modelProviders.find((name) => providers[name].preset === named && name !== 'custom') ?? null;
}

export function providerViews(): ModelProviderView[] {
  return modelProviders.map((provider) => {
    const { title, needsKey, note = null } = providers[provider];
    const { own, baseUrl, model } = membersOf(providers[provider]);
    return { provider, title, base_url: baseUrl, model, needs_key: needsKey, reads: own.chat?.reads ?? null, note };
  });
}

const note = 'Put a gateway that speaks OpenAI’s format before it, and set that as another server.';
export const unsupportedProviders: UnsupportedProvider[] = [
  { title: 'Amazon Bedrock', note },
  { title: 'Google Vertex AI', note },
];
