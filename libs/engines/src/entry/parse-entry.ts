import { Problem } from '@app/problem';
import Ajv from 'ajv';
import { imageModeFault, imageModes } from './dialect';
import { ChatSettings, EngineEntry, maxAlternatives } from './entry';
import { PresetName, enginePresets } from './preset';

const positive = { type: 'integer', minimum: 1 };
const text = { type: 'string', minLength: 1 };
const limit = { type: ['number', 'null'], exclusiveMinimum: 0 };
const share = { type: ['number', 'null'], exclusiveMinimum: 0, maximum: 0.5 };

/** Headers that a request of ours sets itself, or that belong to the connection. */
const refusedHeaders = [
  ...['authorization', 'api-key', 'x-api-key', 'content-type', 'content-length', 'accept', 'accept-encoding'],
  ...['host', 'connection', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer', 'cookie', 'proxy-authorization'],
];

const freeHeader = new RegExp(`^(?!(?:${refusedHeaders.join('|')})$)[a-z0-9-]{1,64}$`);

/** Whether an entry may set a header of this name, in small letters. */
export function isFreeHeader(name: string): boolean {
  return freeHeader.test(name);
}

const chatSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    wire: { enum: ['openai', 'anthropic'] },
    reads: { enum: ['logprobs', 'stated'] },
    alternatives: { type: 'integer', minimum: 3, maximum: maxAlternatives },
    auth: { enum: ['bearer', 'api-key', 'x-api-key'] },
    members: { type: 'object' },
    headers: {
      type: 'object',
      propertyNames: { pattern: freeHeader.source },
      additionalProperties: { type: 'string', pattern: '^[\\x20-\\x7e]{0,1000}$' },
    },
  },
};

const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    preset: { enum: Object.keys(enginePresets) },
    dialect: { enum: ['systemone', 'openai_decisions', 'chat', 'built_in'] },
    chat: chatSchema,
    error_style: { enum: ['typesafe', 'openai', 'flat', 'auto'] },
    base_url: { type: 'string' },
    path: { type: 'string', pattern: '^(/|$)' },
    model: text,
    key: { type: ['string', 'null'], minLength: 1, pattern: '^[\\x21-\\x7e]+$' },
    image_mode: { enum: imageModes },
    batch: { enum: ['independent', 'joint', 'single'] },
    limits: {
      type: 'object',
      additionalProperties: false,
      properties: {
        questions: positive,
        options: { type: 'integer', minimum: 3 },
        levels: { type: 'integer', minimum: 2 },
        images: positive,
        tokens: positive,
        question_tokens: positive,
        body: positive,
      },
    },
    probability_step: share,
    floor: { type: 'number', exclusiveMinimum: 0, maximum: 0.1 },
    rate: {
      type: 'object',
      additionalProperties: false,
      properties: { requests_per_s: limit, tokens_per_s: limit, in_flight: { ...positive, maximum: 1024 } },
    },
    version_from: { enum: ['response', 'config'] },
    canary: { type: 'boolean' },
    source: { enum: ['built_in', 'local', 'hosted', 'simulator'] },
    weight: { type: 'number', exclusiveMinimum: 0 },
    timeout_ms: { type: ['integer', 'null'], minimum: 1 },
  },
};

type Overrides = Partial<Omit<EngineEntry, 'limits' | 'rate' | 'chat'>> & {
  preset?: PresetName;
  chat?: Partial<ChatSettings>;
  limits?: Partial<EngineEntry['limits']>;
  rate?: Partial<EngineEntry['rate']>;
};
const isOverrides = new Ajv({ allErrors: false, allowUnionTypes: true }).compile<Overrides>(schema);

/**
 * Reads an engine entry of the operator's configuration: a preset (by default one that fits the dialect) and members
 * that override it.
 * @param name           the engine's public name
 * @param allowedOrigins origins that may use plain http in addition to loopback, such as `http://gpu-1:8080`
 * @throws Problem `invalid_request` with a sentence that names the member to correct
 */
export function parseEngineEntry(name: string, raw: unknown, allowedOrigins: readonly string[] = []): EngineEntry {
  const refuse = (path: string, message: string) =>
    new Problem('invalid_request', `Engine \`${name}\`: ${message}`, { path: `/${name}${path}` });
  const dialect = typeof raw === 'object' && raw !== null && 'dialect' in raw ? raw.dialect : undefined;
  const unsupported = unsupportedPreset(raw);
  if (unsupported !== null) throw refuse('/preset', unsupported);
  if (!isOverrides(raw)) {
    const error = isOverrides.errors?.[0];
    const path = error?.instancePath ?? '';
    const extra = error?.params.additionalProperty === undefined ? '' : ` \`${error.params.additionalProperty}\``;
    throw refuse(path, `\`${path.slice(1) || 'entry'}\` ${error?.message ?? 'is invalid'}${extra}; correct it.`);
  }
  const { preset: named = presetOf(dialect), limits, rate, chat, ...rest } = raw;
  // Ollama serves decision models and chat models; the dialect says which.
  const preset = named === 'ollama' && dialect === 'chat' ? 'ollama_chat' : named;
  const start: Omit<EngineEntry, 'name'> = enginePresets[preset];
  const entry: EngineEntry = {
    ...start,
    ...rest,
    limits: { ...start.limits, ...limits },
    rate: { ...start.rate, ...rate },
    chat: start.chat && { ...start.chat, ...chat },
    name,
  };
  if (chat !== undefined && entry.chat === null) throw refuse('/chat', '`chat` belongs to the dialect `chat` alone.');
  if (entry.dialect === 'chat' && entry.chat === null) {
    throw refuse('/preset', 'A chat model needs a preset of chat models, such as `openai`.');
  }
  if (entry.model === '') throw refuse('/model', '`model` is missing; name the model, as its server does.');
  const mismatch = imageModeFault(entry.dialect, entry.image_mode);
  if (mismatch !== null && raw.image_mode !== undefined) throw refuse('/image_mode', mismatch);
  // The preset's mode does not exist in this dialect: the engine reads no images unless the entry sets a mode.
  if (mismatch !== null) entry.image_mode = 'none';
  if (entry.dialect !== 'built_in') {
    const wrong = addressFault(entry.base_url, allowedOrigins);
    if (wrong !== null) throw refuse('/base_url', wrong);
  }
  return entry;
}

/** Servers whose requests are signed, and whose models speak formats of their own. */
const unsupported: Record<string, string> = { bedrock: 'Amazon Bedrock', vertex: 'Google Vertex AI' };

function unsupportedPreset(raw: unknown): string | null {
  const preset = typeof raw === 'object' && raw !== null && 'preset' in raw ? String(raw.preset) : '';
  if (!Object.hasOwn(unsupported, preset)) return null;
  return `${unsupported[preset]} is not supported: put a gateway that speaks OpenAI's format before it, and use the preset \`openai\` with its \`base_url\`.`;
}

/** The preset of an entry that names none. */
function presetOf(dialect: unknown): PresetName {
  if (dialect === 'built_in') return 'built_in';
  if (dialect === 'chat') return 'openai';
  return dialect === 'openai_decisions' ? 'gpt-6-luna' : 'ollama';
}

/** @returns a sentence that says what is wrong with an engine's address, or null */
export function addressFault(baseUrl: string, allowedOrigins: readonly string[]): string | null {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return '`base_url` must be an http or https address, such as https://api.example.com.';
  }
  if (url.username !== '' || url.password !== '')
    return '`base_url` must not contain credentials; put them into `key`.';
  if (url.hash !== '') return '`base_url` must not have a part after `#`: no request carries it.';
  if (url.protocol === 'https:') return null;
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return isLoopback || allowedOrigins.includes(url.origin)
    ? null
    : `plain http to \`${url.origin}\` is refused; use https, or allow that origin in the configuration.`;
}
