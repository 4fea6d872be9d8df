/** Members that an answer of one type alone has. The document describes the three types as one object. */
const own = {
  bool: ['p', 'parts', 'combiner'],
  choice: ['value', 'dist', 'escape_p', 'rounds'],
  score: ['value', 'dist', 'score', 'normalized'],
};

/** What \`value\` is where one type alone is meant. */
const values = { choice: { type: ['string', 'null'] }, score: { type: ['number', 'null'] } };

/**
 * The components of the document with `AnswerView` as a union of three objects that `type` tells apart.
 * @throws Error when the document no longer has what is split
 */
export function answerTypes({ schemas: { AnswerView: view, ...schemas } }) {
  const types = Object.keys(own);
  if (view?.properties?.type?.enum?.join() !== types.join())
    throw new Error(`AnswerView is not one of ${types.join()}.`);
  const named = new Set(Object.values(own).flat());
  const missing = [...named].filter((member) => !(member in view.properties));
  if (missing.length > 0) throw new Error(`AnswerView has no ${missing.join()}.`);
  const variants = types.map((type) => {
    const properties = Object.entries(view.properties)
      .filter(([member]) => !named.has(member) || own[type].includes(member))
      .map(([member, schema]) => [member, memberOf(type, member, schema)]);
    const name = `${type[0].toUpperCase()}${type.slice(1)}Answer`;
    return [
      name,
      { ...view, description: `Answer of a ${type} judgment.`, properties: Object.fromEntries(properties) },
    ];
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
  return member === 'value' ? { description: schema.description, ...values[type] } : schema;
}
