/** Raw numbers of one type of answer: null until the document is first judged. The document has the three types as one object. */
const numbers = {
  bool: ['p'],
  choice: ['value', 'dist', 'escape_p'],
  score: ['value', 'dist', 'score', 'normalized'],
};

/** Members of one type that some definitions bring. */
const further = { bool: ['features', 'parts', 'combiner'], choice: ['rounds'], score: [] };

/**
 * The components of the document with `AnswerView` as a union of three objects that `type` tells apart.
 * @throws Error when the document no longer has what is split
 */
export function answerTypes({ schemas: { AnswerView: view, ...schemas } }) {
  const types = Object.keys(numbers);
  const own = (type) => [...numbers[type], ...further[type]];
  if (view?.properties?.type?.enum?.join() !== types.join())
    throw new Error(`AnswerView is not one of ${types.join()}.`);
  const named = new Set(types.flatMap(own));
  const missing = [...named].filter((member) => !(member in view.properties));
  if (missing.length > 0) throw new Error(`AnswerView has no ${missing.join()}.`);
  const variants = types.map((type) => {
    const properties = Object.entries(view.properties)
      .filter(([member]) => !named.has(member) || own(type).includes(member))
      .map(([member, schema]) => [member, memberOf(type, member, schema)]);
    const name = `${type[0].toUpperCase()}${type.slice(1)}Answer`;
    const description = `Answer of a ${type} judgment. Its raw numbers are null until the document is first judged.`;
    const required = [...view.required, ...numbers[type]];
    return [name, { ...view, description, required, properties: Object.fromEntries(properties) }];
  });
  return {
    schemas: {
      ...schemas,
      ...Object.fromEntries(variants),
      AnswerView: {
        description: 'An answer; `type` tells which.',
        oneOf: variants.map(([name]) => ({ $ref: `#/components/schemas/${name}` })),
      },
    },
  };
}

function memberOf(type, member, schema) {
  if (member === 'type') return { const: type };
  return type === 'choice' && member === 'value' ? { ...schema, type: ['string', 'null'] } : schema;
}
