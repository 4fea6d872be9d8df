import { isObject } from '@app/json';
import type { Bent } from './body-fault';
import type { SimRequest } from './request';

const typeOf: Record<string, string> = { noul: 'predicate' };

/**
 * A reply in OpenAI's form, made of the common one after a fault has bent it, so that both dialects are bent alike:
 * whatever members are there are carried over, right or wrong.
 */
export function decisionsBody(body: Bent, request: SimRequest): Bent {
  const labelsOf = new Map(request.questions.map(([name, { labels = [] }]) => [name, labels]));
  const answers = Object.entries(isObject(body.answers) ? body.answers : {}).map(([name, answer]) => {
    const isNamed = !name.startsWith('\0') && body.isNameless !== true;
    return decisionsAnswer(isObject(answer) ? answer : {}, isNamed ? name : null, labelsOf.get(name) ?? []);
  });
  const { model, usage } = body;
  return { model, answers, ...('usage' in body && { usage: decisionsUsage(usage) }) };
}

function decisionsAnswer(answer: Bent, name: string | null, labels: readonly (string | boolean)[]): Bent {
  const { type, noul, choice, probabilities, legend, ...others } = answer;
  const shaped: Bent = { type: typeOf[String(type)] ?? type, name };
  // A place of the common form is the option that was sent in it; what a fault has added stays as it is.
  const valueAt = (key: string) => labels[Number(/^o(\d+)$/.exec(key)?.[1])] ?? key;
  if (noul !== undefined) shaped.probability = noul;
  if (choice !== undefined) shaped.choice = valueAt(String(choice));
  if (isObject(probabilities)) {
    shaped.probabilities = Object.entries(probabilities).map(([key, probability]) =>
      type === 'score'
        ? { value: Number(key), label: labels[Number(key) - firstOf(legend)], probability }
        : { value: valueAt(key), probability },
    );
  }
  return { ...shaped, ...others };
}

/** 0, or 1 when a fault counts the levels from there. */
function firstOf(legend: unknown): number {
  return isObject(legend) && !('0' in legend) ? 1 : 0;
}

function decisionsUsage(usage: unknown): unknown {
  if (!isObject(usage)) return usage;
  const { input_tokens: input, output_tokens: output } = usage;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: Number(input) + Number(output),
  };
}
