import { nameOf } from './methods.mjs';
import { docOf } from './text.mjs';
import { typeOf } from './types.mjs';

/** One method: what the path still needs, the body, the parameters of the query by name, and the options of a call. */
export function methodText(operation, bound, a) {
  const { id, name, pathNames, query, body, reply, paging, summary } = operation;
  const free = pathNames.filter((one) => !bound.includes(one));
  const queryOf = (one) => ({
    key: one.name,
    name: nameOf(one.name),
    isRequired: one.required === true,
    type: typeOfQuery(one),
  });
  const asked = query.map(queryOf);
  const given = [
    'self',
    ...free.map((one) => `${one}: str`),
    ...(body ? [bodyText(body, paging?.place === 'body')] : []),
    ...(asked.length > 0 ? ['*'] : []),
    ...asked.map((one) => `${one.name}: ${one.type}${one.isRequired ? '' : ' | None = None'}`),
    '**options: Unpack[CallOptions]',
  ];
  const result = paging ? `${a}Pages[${reply}, ${paging.item}]` : reply;
  const start = a && !paging ? 'async def' : 'def';
  const call = paging ? 'self._list' : `${a && 'await '}self._call`;
  const sent = [
    `"${id}"`,
    `[${free.join(', ')}]`,
    `{${asked.map((one) => `"${one.key}": ${one.name}`).join(', ')}}`,
    body ? 'body' : 'None',
    'options',
  ];
  return `    ${start} ${name}(\n        ${given.join(',\n        ')},\n    ) -> ${result}:
${docOf(sentence(summary), 8)}        return ${call}(${sent.join(', ')})
`;
}

const bodyText = ({ schema, isRequired }, isList) => {
  const type = schema.$ref.split('/').at(-1);
  // A list whose question needs a body has all of it optional: without one it is everything.
  return isRequired && !isList ? `body: ${type}` : `body: ${type} | None = None`;
};

const typeOfQuery = ({ schema }) => typeOf(schema, { made: { onlyAnswered: new Set() }, name: 'Query' });

const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A text without its docstrings, which may name a type in passing. */
export const partsOf = (text) => text.replace(/"""[\s\S]*?"""/g, '');
