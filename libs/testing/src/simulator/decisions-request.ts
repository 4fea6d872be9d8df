import { isObject } from '@app/json';
import { Dialect, SimReply, errorReply } from './dialect';
import type { Pictures } from './picture';
import { SimQuestion, SimRequest, countTokens, readOf } from './request';

const topFields = new Set([
  'model',
  'input',
  'questions',
  'prompt_cache_key',
  'prompt_cache_options',
  'safety_identifier',
]);
const fieldsOf: Record<string, string[]> = { predicate: [], choice: ['choices'], score: ['levels'] };
const models = new Set(['gpt-6-luna']);

/** What is wrong, and with which parameter. */
class Refusal extends Error {
  constructor(
    readonly param: string,
    message: string,
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

/**
 * A request of `openai_decisions` that has passed OpenAI's checks (docs/engines.md#validation-of-the-simulator), or its
 * refusal: always a 400.
 */
export function readDecisions(raw: unknown, dialect: Dialect, pictures: Pictures): SimRequest | SimReply {
  try {
    return read(raw, dialect, pictures);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const { param, code, message } = thrown;
    return {
      ...errorReply(dialect, 400, null),
      body: { error: { message, type: 'invalid_request_error', param, code } },
    };
  }
}

function read(raw: unknown, dialect: Dialect, pictures: Pictures): SimRequest {
  if (!isObject(raw)) throw new Refusal('body', 'The body is no object.');
  const extra = Object.keys(raw).find((field) => !topFields.has(field));
  if (extra !== undefined) throw new Refusal(extra, `Unknown parameter: '${extra}'.`);
  const { model, input, questions: asked } = raw;
  if (typeof model !== 'string' || !models.has(model)) {
    throw new Refusal('model', 'The model does not exist.', 'model_not_found');
  }
  checkInput(input);
  if (!Array.isArray(asked) || asked.length === 0) throw new Refusal('questions', 'There are no questions.');
  if (asked.length > dialect.questionsMax({ max_questions: null })) {
    throw new Refusal('questions', 'There are too many questions.');
  }
  const questions = new Map<string, SimQuestion>();
  asked.forEach((question: unknown, index) => {
    const path = `questions[${index}]`;
    if (!isObject(question)) throw new Refusal(path, 'A question is an object.');
    // A question without a name answers without one; here it needs one all the same, and none that a client sends.
    const name = question.name ?? `\0${index}`;
    if (typeof name !== 'string' || questions.has(name)) throw new Refusal(`${path}.name`, 'A name is used twice.');
    questions.set(name, readQuestion(question, path));
  });
  const counted = countTokens(dialect, pictures, [...questions]);
  if (counted.isOver) throw new Refusal('input', 'Your input exceeds the context window of this model.');
  return { model, ...readOf(pictures), questions: [...questions], inputTokens: counted.tokens };
}

function checkInput(input: unknown): void {
  if (typeof input === 'string') return;
  if (!Array.isArray(input) || input.length === 0) throw new Refusal('input', 'Input is a text or a list of items.');
  for (const item of input) {
    const content = isObject(item) && typeof item.role === 'string' ? item.content : undefined;
    const isWell = typeof content === 'string' || (Array.isArray(content) && content.every(isPart));
    if (!isWell) throw new Refusal('input', 'An item of the input cannot be read.');
  }
}

/** Texts, data and pictures; those are checked beside. */
function isPart(part: unknown): boolean {
  if (!isObject(part)) return false;
  if (part.type === 'input_image') return true;
  if (part.type === 'input_text') return typeof part.text === 'string';
  return part.type === 'input_json' && typeof part.data === 'object' && part.data !== null;
}

function readQuestion(question: Record<string, unknown>, path: string): SimQuestion {
  const { type, instructions } = question;
  const own = typeof type === 'string' ? fieldsOf[type] : undefined;
  if (own === undefined) throw new Refusal(`${path}.type`, 'The type is unknown.');
  const extra = Object.keys(question).find((field) => !['type', 'name', 'instructions', ...own].includes(field));
  if (extra !== undefined) throw new Refusal(`${path}.${extra}`, `Unknown parameter: '${extra}'.`);
  if ((typeof instructions !== 'string' || instructions === '') && !Array.isArray(instructions)) {
    throw new Refusal(`${path}.instructions`, 'Instructions are a text or a list of parts.');
  }
  if (type === 'predicate') return { type: 'noul', instructions, criteria: null };
  if (type === 'choice') {
    const { labels, texts } = readItems(question.choices, 'value', 255, `${path}.choices`);
    // By place: a text and a truth value of one spelling are two options.
    const criteria = Object.fromEntries(texts.map((text, place) => [`o${place}`, text]));
    return { type: 'choice', instructions, criteria, labels };
  }
  const { labels, texts } = readItems(question.levels, 'label', 10, `${path}.levels`);
  return { type: 'score', instructions, criteria: texts, labels };
}

function readItems(
  list: unknown,
  key: 'value' | 'label',
  most: number,
  path: string,
): { labels: (string | boolean)[]; texts: string[] } {
  if (!Array.isArray(list) || list.length < 2 || list.length > most) {
    throw new Refusal(path, `There must be 2 to ${most} of them.`);
  }
  const labels = list.map((item: unknown, place) => {
    const label = isObject(item) ? item[key] : undefined;
    if (typeof label === 'string' || (key === 'value' && typeof label === 'boolean')) return label;
    throw new Refusal(`${path}[${place}].${key}`, 'It is missing or of another type.');
  });
  if (key === 'value' && new Set(labels).size < labels.length) throw new Refusal(path, 'A value occurs twice.');
  const texts = list.map((item: unknown, place) =>
    isObject(item) && typeof item.description === 'string' ? item.description : String(labels[place]),
  );
  return { labels, texts };
}
