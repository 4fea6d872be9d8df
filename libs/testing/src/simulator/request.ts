import { isObject } from '@app/json';
import { canon } from './canon';
import type { SimConfig } from './config';
import { Dialect, SimReply, errorReply } from './dialect';
import type { Pictures } from './picture';

export interface SimQuestion {
  type: 'noul' | 'choice' | 'score';
  instructions: unknown;
  criteria: unknown;
  /** What OpenAI's options and levels are called on the wire, in the order of the criteria. */
  labels?: readonly (string | boolean)[];
}

export interface SimRequest {
  /** The version that answers. */
  model: string;
  /** What is read, pictures by their digests. */
  state: unknown;
  images: number;
  questions: [name: string, question: SimQuestion][];
  inputTokens: number;
}

const topFields = ['model', 'state', 'questions'];
const picturesField: Partial<Record<Dialect['name'], string>> = { jev: 'assets', ollama: 'images' };
const questionFields = new Set(['type', 'instructions', 'criteria']);
const tokensOf = (value: unknown) => Math.ceil(Buffer.byteLength(canon(value)) / 4);

/**
 * A request of `systemone` that has passed the vendor's checks (docs/engines.md#validation-of-the-simulator), or the
 * vendor's refusal.
 */
export function readRequest(
  raw: unknown,
  dialect: Dialect,
  config: SimConfig,
  pictures: Pictures,
): SimRequest | SimReply {
  const refuse = (status: number, message: string | null, type?: string) => errorReply(dialect, status, message, type);
  const isJev = dialect.name === 'jev';
  const schemaFault = (field: string) =>
    isJev ? refuse(422, field) : refuse(400, `Field ${field} is missing or has the wrong type.`);
  const fault = (message: string) => refuse(400, message, isJev ? 'text' : undefined);
  if (!isObject(raw)) return schemaFault('body');
  if (Object.keys(raw).some((field) => !topFields.includes(field) && field !== picturesField[dialect.name])) {
    return refuse(400, isJev ? 'The request could not be processed.' : 'The request has an unknown field.');
  }
  if (typeof raw.state !== 'string' && (typeof raw.state !== 'object' || raw.state === null))
    return schemaFault('state');
  if (!isObject(raw.questions) || Object.keys(raw.questions).length === 0) return schemaFault('questions');
  const model = resolveModel(raw.model, dialect, config);
  if (model === null) return refuse(400, 'The model is unknown.');
  const entries = Object.entries(raw.questions);
  if (entries.length > dialect.questionsMax(config)) return fault('There are too many questions.');
  const questions: SimRequest['questions'] = [];
  for (const [name, question] of entries) {
    if (name === '') return fault('A question has an empty name.');
    const read = readQuestion(question, dialect);
    if (typeof read !== 'string') questions.push([name, read]);
    else return read.startsWith('schema:') ? schemaFault(`questions.${name}.${read.slice(7)}`) : fault(read);
  }
  const counted = countTokens(dialect, pictures, questions);
  if (counted.isOver) {
    if (isJev) return refuse(400, null, 'max_tokens_exceeded');
    return refuse(400, `Input exceeds the limit of ${dialect.tokens} tokens.`, 'invalid_request');
  }
  return { model, ...readOf(pictures), questions, inputTokens: counted.tokens };
}

/** What the answer depends on, beside the questions. */
export function readOf({ state, digests }: Pictures): Pick<SimRequest, 'state' | 'images'> {
  return { state: digests.length === 0 ? state : { state, pictures: digests }, images: digests.length };
}

/** Tokens of a request, and whether they are more than the vendor takes. */
export function countTokens(
  dialect: Dialect,
  pictures: Pick<Pictures, 'state' | 'tokens'>,
  questions: SimRequest['questions'],
): { tokens: number; isOver: boolean } {
  const stateTokens = tokensOf(pictures.state) + pictures.tokens;
  const each = questions.map(([, question]) => tokensOf(question) + 8);
  const tokens = each.reduce((sum, count) => sum + count, dialect.baseTokens + stateTokens);
  return { tokens, isOver: tokens > dialect.tokens || stateTokens + Math.max(...each) > dialect.questionTokens };
}

function resolveModel(model: unknown, dialect: Dialect, config: SimConfig): string | null {
  if (typeof model !== 'string' || model === '') return null;
  if (dialect.name !== 'jev') return model;
  if (model === 'jev-latest') return config.latest;
  if (model === 'jev-preview') return 'jev-1.14.0';
  return /^jev-\d+\.\d+\.\d+$/.test(model) ? model : null;
}

/** The question, or what is wrong with it; `schema:<field>` is a fault of shape. */
function readQuestion(raw: unknown, dialect: Dialect): SimQuestion | string {
  if (!isObject(raw)) return 'schema:type';
  const { type, instructions = null, criteria = null } = raw;
  if (dialect.isClosed && Object.keys(raw).some((field) => !questionFields.has(field))) {
    return 'A question has an unknown field.';
  }
  if (typeof instructions === 'number' || typeof instructions === 'boolean') return 'schema:instructions';
  if (type === 'noul') {
    if (instructions === null && criteria === null) return 'A noul needs instructions or criteria.';
    if (criteria !== null && !isObject(criteria)) return 'schema:criteria';
    return { type, instructions, criteria };
  }
  if (type === 'choice') {
    if (!isObject(criteria)) return 'schema:criteria';
    const options = Object.keys(criteria).length;
    if (options < 1 || options > 255) return `A choice takes 1 to 255 options, not ${options}.`;
    return { type, instructions, criteria };
  }
  if (type !== 'score') return 'schema:type';
  if (!Array.isArray(criteria) || criteria.length === 0) return 'schema:criteria';
  if (criteria.some((level) => level === null || typeof level === 'number')) return 'schema:criteria';
  if (criteria.length > 10) return `A score takes up to 10 levels, not ${criteria.length}.`;
  return { type, instructions, criteria };
}
