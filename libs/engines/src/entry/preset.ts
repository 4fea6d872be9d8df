import { ChatSettings, EngineEntry, maxAlternatives } from './entry';

type Preset = Omit<EngineEntry, 'name'>;

const base: Preset = {
  dialect: 'systemone',
  error_style: 'auto',
  base_url: 'http://127.0.0.1:11434',
  path: '/v1/systemone',
  model: 'nimble',
  key: null,
  // A server that reads no images may answer as if it had seen them. An operator who knows better sets the mode.
  image_mode: 'none',
  batch: 'independent',
  limits: {
    questions: 32,
    options: 255,
    levels: 10,
    images: 16,
    tokens: 64_000,
    question_tokens: 32_000,
    body: 32 * 1024 * 1024,
  },
  probability_step: null,
  floor: 1e-6,
  rate: { requests_per_s: null, tokens_per_s: null, in_flight: 1 },
  version_from: 'config',
  canary: true,
  source: 'local',
  weight: 1,
  chat: null,
  timeout_ms: null,
};

const chatSettings: ChatSettings = {
  wire: 'openai',
  reads: 'logprobs',
  alternatives: maxAlternatives,
  auth: 'bearer',
  members: {},
  headers: {},
};
/** Models that do not reason refuse the member and those that do need it; what is refused is left out from then on. */
const openAiSettings: ChatSettings = { ...chatSettings, members: { reasoning_effort: 'none' } };

/** A chat model with log probabilities behind OpenAI's format. Its name has to be set: this code knows no list of them. */
const chatBase: Preset = {
  ...base,
  dialect: 'chat',
  // Servers of one format differ in the bodies of their errors.
  error_style: 'auto',
  path: '/v1/chat/completions',
  model: '',
  batch: 'joint',
  limits: { ...base.limits, tokens: 100_000, question_tokens: 100_000 },
  floor: 0.001,
  rate: { requests_per_s: null, tokens_per_s: null, in_flight: 8 },
  version_from: 'response',
  source: 'hosted',
  chat: openAiSettings,
};

/** Starting points of an entry, with the numbers of docs/engines.md#engine-entries. An entry overrides their members. */
export const enginePresets = {
  jev: {
    ...base,
    error_style: 'typesafe',
    base_url: 'https://api.typesafe.ai',
    model: 'jev-1.13.0',
    image_mode: 'assets',
    limits: { ...base.limits, questions: 255, question_tokens: 32_000 },
    probability_step: 0.01,
    floor: 0.005,
    rate: { requests_per_s: 20, tokens_per_s: 100_000, in_flight: 8 },
    version_from: 'response',
    source: 'hosted',
  },
  'pplx-decider': {
    ...base,
    error_style: 'openai',
    base_url: 'https://api.perplexity.ai',
    path: '/v1/decisions',
    model: 'pplx-decider-v1.1-27b',
    image_mode: 'state_image_url',
    limits: { ...base.limits, questions: 128, images: 8, tokens: 262_144, question_tokens: 262_144 },
    rate: { requests_per_s: 8, tokens_per_s: null, in_flight: 8 },
    source: 'hosted',
  },
  'gpt-6-luna': {
    ...base,
    dialect: 'openai_decisions',
    error_style: 'openai',
    base_url: 'https://api.openai.com',
    path: '/v1/decisions',
    model: 'gpt-6-luna',
    image_mode: 'input_image',
    // The vendor documents different numbers of questions; this one is within all of them.
    limits: { ...base.limits, questions: 128, tokens: 900_000, question_tokens: 900_000 },
    probability_step: 0.01,
    floor: 0.005,
    rate: { requests_per_s: 10, tokens_per_s: null, in_flight: 8 },
    source: 'hosted',
    weight: 2.5,
  },
  openai: { ...chatBase, base_url: 'https://api.openai.com', image_mode: 'image_url' },
  azure: { ...chatBase, base_url: '', path: '', chat: { ...openAiSettings, auth: 'api-key' } },
  anthropic: {
    ...chatBase,
    base_url: 'https://api.anthropic.com',
    path: '/v1/messages',
    image_mode: 'image_url',
    floor: 0.005,
    chat: {
      ...chatSettings,
      wire: 'anthropic',
      reads: 'stated',
      auth: 'x-api-key',
      members: { thinking: { type: 'disabled' } },
      headers: { 'anthropic-version': '2023-06-01' },
    },
  },
  openrouter: {
    ...chatBase,
    base_url: 'https://openrouter.ai',
    path: '/api/v1/chat/completions',
    // Only providers that know every member that is sent: others would silently leave `logprobs` out.
    chat: { ...chatSettings, members: { provider: { require_parameters: true }, reasoning: { enabled: false } } },
  },
  vllm: {
    ...chatBase,
    base_url: 'http://127.0.0.1:8000',
    source: 'local',
    chat: { ...chatSettings, members: { chat_template_kwargs: { enable_thinking: false } } },
  },
  ollama_chat: {
    ...chatBase,
    rate: { requests_per_s: null, tokens_per_s: null, in_flight: 1 },
    source: 'local',
    chat: openAiSettings,
  },
  ollama: base,
  built_in: {
    ...base,
    dialect: 'built_in',
    base_url: '',
    path: '',
    model: 'built-in-lexical-2',
    limits: { ...base.limits, tokens: 1_000_000, question_tokens: 1_000_000 },
    floor: 0.005,
    rate: { requests_per_s: null, tokens_per_s: null, in_flight: 32 },
    version_from: 'response',
    canary: false,
    source: 'built_in',
  },
  simulator: {
    ...base,
    error_style: 'typesafe',
    model: 'jev-1.13.0',
    key: 'sim-key',
    probability_step: 0.01,
    floor: 0.005,
    rate: { requests_per_s: null, tokens_per_s: null, in_flight: 64 },
    version_from: 'response',
    canary: false,
    source: 'simulator',
  },
} satisfies Record<string, Preset>;

export type PresetName = keyof typeof enginePresets;
