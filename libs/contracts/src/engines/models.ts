import { engineNames, judgmentTypes } from '@app/definition';
import type { EngineName, JudgmentType } from '@app/definition';
import { Bool, Int, ListOf, MapOf, Nested, Num, OneOf, Shape, Stamp, Text, Values } from '../field';
import { request } from '../message';
import { Nothing } from './messages';
import { engineSources, probabilitySources } from './views';
import type { EngineSource, ProbabilitySource } from './views';

/** Servers that the form of models knows: presets of entries, and any other that speaks OpenAI's chat completions. */
export const modelProviders = [
  'openai',
  'anthropic',
  'azure',
  'openrouter',
  'ollama',
  'vllm',
  'custom',
  'typesafe',
  'perplexity',
  'openai_decisions',
  'ollama_decisions',
] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** Who decided what stands behind a name. */
export const modelSetters = ['operator', 'start', 'owner', 'none'] as const;
export type ModelSetter = (typeof modelSetters)[number];

/** Headers, and parameters of the query, that a model may have beside its key. */
export const maxModelValues = 16;
const value = { type: ['string', 'null'], maxLength: 1000 };
const keptValue =
  'Null keeps the value that is set, while provider and `base_url` stay. Left out: all stay as they are, likewise.';

/** A model as an owner sets it. Values of `key`, `headers` and `query` are sealed, and no reply has them. */
export class ModelBody {
  @OneOf(modelProviders) provider: ModelProvider;
  @Text({
    optional: true,
    min: 1,
    max: 2000,
    meaning:
      'Address of the server, without the path of its requests. Left out: the provider’s own. Its query, such as `?api-version=`, becomes a part of `query`.',
  })
  base_url?: string;
  @Text({
    optional: true,
    min: 1,
    max: 200,
    meaning: 'As the server names it. Needed unless the provider has one of its own.',
  })
  model?: string;
  @Text({
    optional: true,
    nullable: true,
    min: 1,
    max: 4096,
    pattern: /^[\x21-\x7e]+$/,
    meaning: 'Left out: the key that is set stays, while provider and `base_url` stay. Null: none.',
  })
  key?: string | null;
  @OneOf(probabilitySources, {
    optional: true,
    meaning: 'How a chat model is read; left out, as its provider’s models can be.',
  })
  reads?: ProbabilitySource;
  @MapOf(value, { optional: true, meaning: `Headers of every request, at most ${maxModelValues}. ${keptValue}` })
  headers?: Record<string, string | null>;
  @MapOf(value, {
    optional: true,
    meaning: `Parameters of every request’s query, at most ${maxModelValues}. ${keptValue}`,
  })
  query?: Record<string, string | null>;
}

/** What stands behind an engine's name, without what lets one in. */
export class ModelView {
  @OneOf(engineNames) engine: EngineName;
  @Bool({ meaning: 'Whether judgments can ask for this name at all.' }) active: boolean;
  @OneOf(modelSetters, {
    meaning:
      '`operator`: by the configuration, which no owner can change; `start`: by `npm start`, while the example is judged; `owner`: by `PUT /models/{engine}`; `none`: nothing is set, so a local model answers, or the built-in engine.',
  })
  set_by: ModelSetter;
  @OneOf(engineSources, { nullable: true, meaning: 'As in `GET /engines`.' }) source: EngineSource | null;
  @Text({
    nullable: true,
    meaning: 'A provider, `built_in`, `extension`, or null where the operator’s entry is none of these.',
  })
  provider: string | null;
  @Text({ nullable: true, meaning: 'Without its query; null inside the service.' }) base_url: string | null;
  @Text({ nullable: true }) model: string | null;
  @OneOf(probabilitySources, { nullable: true, meaning: 'How a chat model is read; null of others.' })
  reads: ProbabilitySource | null;
  @Bool({ meaning: 'Whether a key is set. No reply has it.' }) has_key: boolean;
  @Values({ type: 'string' }, { meaning: 'Names of the headers that are set.' }) headers: string[];
  @Values({ type: 'string' }, { meaning: 'Names of the query’s parameters that are set.' }) query: string[];
  @Text({ nullable: true, meaning: 'The present epoch.' }) engine_version: string | null;
  @Stamp({ nullable: true, meaning: 'When an owner saved it last; null of others.' }) changed_at: string | null;
  @Text({ nullable: true, meaning: '`user:<id>` of who saved it.' }) changed_by: string | null;
  @Text({ nullable: true, meaning: 'The organization that they saved it in.' }) changed_in: string | null;
  @Bool({
    meaning: 'Whether a model that an owner saved stands behind the operator’s entry, and answers once that is gone.',
  })
  overridden: boolean;
  @Text({
    nullable: true,
    meaning: 'Why what is set cannot be asked, in a sentence; the engine is unavailable meanwhile.',
  })
  problem: string | null;
}

export class ModelProviderView {
  @OneOf(modelProviders) provider: ModelProvider;
  @Text() title: string;
  @Text({ nullable: true, meaning: 'Used where none is given; null: it must be given.' }) base_url: string | null;
  @Text({ nullable: true, meaning: 'Used where none is given; null: it must be given.' }) model: string | null;
  @Bool() needs_key: boolean;
  @OneOf(probabilitySources, { nullable: true, meaning: 'How its chat models are read unless `reads` says otherwise.' })
  reads: ProbabilitySource | null;
  @Text({ nullable: true, meaning: 'What to know about it, in a sentence.' }) note: string | null;
}
export class UnsupportedProvider {
  @Text() title: string;
  @Text({ meaning: 'What to do in place of it.' }) note: string;
}

export class ModelList {
  @ListOf(() => ModelView, { meaning: 'One for each engine name.' }) models: ModelView[];
  @ListOf(() => ModelProviderView) providers: ModelProviderView[];
  @ListOf(() => UnsupportedProvider) not_supported: UnsupportedProvider[];
  @Bool({ meaning: 'Whether private addresses, and plain http, may be saved.' }) private_addresses: boolean;
  @Bool({ meaning: 'Always true: what is set here gets the documents of all organizations of the installation.' })
  decides_for_all: boolean;
}

export class TriedQuestion {
  @OneOf(judgmentTypes) type: JudgmentType;
  @Text({ meaning: 'The question that was asked, about a fixed text.' }) question: string;
  @Bool() answered: boolean;
  @Int({ nullable: true, meaning: 'Of the server; null where none came.' }) http_status: number | null;
  @Num({ min: 0 }) seconds: number;
  @Text({ nullable: true, meaning: 'The model that the reply names.' }) reported_model: string | null;
  @Num({ nullable: true, meaning: 'Of a yes/no question.' }) p: number | null;
  @Shape(
    { type: ['string', 'number', 'null'] },
    { meaning: 'The option of a choice, null for none of them; the level of a score.' },
  )
  value: string | number | null;
  @MapOf({ type: 'number' }, { nullable: true, meaning: 'Of a choice or a score: probabilities by option or level.' })
  dist: Record<string, number> | null;
  @Num({ nullable: true, meaning: 'Of a score.' }) score: number | null;
  @Text({ nullable: true, meaning: 'Why there is no answer, such as `auth`, `no_model`, `stall`; codes may be added.' })
  reason: string | null;
  @Text({
    nullable: true,
    meaning: 'The same in a sentence, with what to do. It has nothing of the server’s own words.',
  })
  message: string | null;
}
export class ModelTrial {
  @OneOf(engineNames) engine: EngineName;
  @Bool({ meaning: 'Whether each question was answered.' }) answered: boolean;
  @ListOf(() => TriedQuestion, { meaning: 'One for each type of question, in the order of asking.' })
  questions: TriedQuestion[];
}

export class SetModel {
  @OneOf(engineNames) engine: EngineName;
  @Nested(() => ModelBody) model: ModelBody;
}
export class RemoveModel {
  @OneOf(engineNames) engine: EngineName;
}
export class TryModelBody {
  @Nested(() => ModelBody, { optional: true, meaning: 'Left out: what stands behind the name is asked.' })
  model?: ModelBody;
}
export class TryModel extends TryModelBody {
  @OneOf(engineNames) engine: EngineName;
}

export const listModels = request({
  subject: 'engine-broker.model.list.v1',
  why: 'Tells what stands behind each engine name, and which providers an owner may set.',
  from: ['gateway'],
  to: 'engine-broker',
  query: Nothing,
  reply: ModelList,
});
export const setModel = request({
  subject: 'engine-broker.model.put.v1',
  why: 'Puts a model behind an engine name, for the whole installation.',
  from: ['gateway'],
  to: 'engine-broker',
  query: SetModel,
  reply: ModelView,
});
export const removeModel = request({
  subject: 'engine-broker.model.remove.v1',
  why: 'Takes away the model that an owner put behind an engine name.',
  from: ['gateway'],
  to: 'engine-broker',
  query: RemoveModel,
  reply: ModelView,
});
export const tryModel = request({
  subject: 'engine-broker.model.try.v1',
  why: 'Asks a model one question of each type, and stores nothing.',
  from: ['gateway'],
  to: 'engine-broker',
  query: TryModel,
  reply: ModelTrial,
  maxConcurrent: 8,
});
