// An engine of your own: node examples/extension-engine/engine.mjs [engine name]. Answers each question from the words
// that it shares with the context; put your model where `overlap` is called.
import { connect } from 'nats';
import process from 'node:process';
const [name = 'jev'] = process.argv.slice(2);
const { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass } = process.env;
const bus = await connect({ servers, user, pass, name: `extension-${name}` });
const none = {
  failure: null,
  p: null,
  value: null,
  dist: null,
  escape_p: null,
  score: null,
  normalized: null,
  order: null,
};

const words = (text) => new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
const overlap = (text, context) =>
  [...words(text)].filter((word) => context.has(word)).length / (words(text).size || 1);
/** Shares that sum to 1, the larger the more an item's words are in the context. */
const shares = (texts, context) => {
  const weights = texts.map((text) => Math.exp(3 * overlap(text, context)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
};
const answers = {
  bool: ({ question }, context) => ({ ...none, p: 0.1 + 0.8 * overlap(question, context) }),
  choice({ options, escape = '' }, context) {
    const [escape_p, ...rest] = shares(
      [escape, ...options.map(({ value, description }) => description ?? value)],
      context,
    );
    const dist = Object.fromEntries(options.map(({ value }, place) => [value, rest[place]]));
    const top = rest.indexOf(Math.max(...rest));
    const value = escape_p > rest[top] ? null : options[top].value;
    return { ...none, value, dist, escape_p, order: ['', ...options.map((option) => option.value)] }; // '': the escape
  },
  score({ levels }, context) {
    const rest = shares(
      levels.map(({ description }) => description),
      context,
    );
    const values = levels.map(({ value }) => value);
    const score = values.reduce((sum, value, place) => sum + value * rest[place], 0);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const dist = Object.fromEntries(values.map((value, place) => [value, rest[place]]));
    return {
      ...none,
      score,
      normalized: (score - low) / (high - low),
      value: values[rest.indexOf(Math.max(...rest))],
      dist,
    };
  },
};
console.log(`answering as ${name}`);
for await (const message of bus.subscribe(`extensions.engines.${name}.judge.v1`, { queue: 'extension' })) {
  const { context, questions } = message.json();
  const seen = words(context);
  const answered = questions.map((question) => answers[question.type](question, seen));
  message.respond(JSON.stringify({ engine_version: 'overlap-1', answers: answered, engine_tokens: null }));
}
