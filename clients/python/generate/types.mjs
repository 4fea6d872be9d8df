import { inlineName } from './methods.mjs';
import { answerTypes } from './answers.mjs';
import { eventTypes } from './events.mjs';
import { docOf } from './text.mjs';

/**
 * Every schema of the document as Python: an object is a TypedDict, everything else an alias.
 * @returns the text of the module, aliases behind what they name
 */
export function typesText(document) {
  const { schemas } = answerTypes(document.components);
  const events = eventTypes(document);
  const made = { classes: [], aliases: new Map(), onlyAnswered: onlyAnswered(document) };
  for (const [name, schema] of Object.entries({ ...schemas, ...events })) declare(name, schema, made, name);
  return `from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


${made.classes.join('\n\n')}

${inOrder(made.aliases).join('\n')}
`;
}

/** One named schema: a class with members, or an alias. */
function declare(name, schema, made, root) {
  const isObject = schema.type === 'object' && schema.properties && !extraOf(schema);
  if (!isObject) {
    made.aliases.set(name, { text: aliasOf(name, schema, made, root), doc: schema.description });
    return;
  }
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties).map(([member, one]) => {
    const type = typeOf(one, { made, root, name: inlineName(name, member) });
    return { member, type: required.has(member) ? type : `NotRequired[${type}]`, doc: one.description };
  });
  made.classes.push(
    members.every(({ member }) => isName(member)) ? classOf(name, schema, members) : callOf(name, schema, members),
  );
}

const keywords = new Set([
  'in',
  'from',
  'not',
  'is',
  'and',
  'or',
  'class',
  'import',
  'if',
  'else',
  'with',
  'as',
  'pass',
]);
const isName = (text) => /^[A-Za-z_]\w*$/.test(text) && !keywords.has(text);

/** Members beyond those that an object names. */
const extraOf = ({ additionalProperties: extra }) => extra !== undefined && extra !== false;

function classOf(name, { description }, members) {
  const doc = description ? docOf(description, 4) : '';
  const lines = members.map(({ member, type, doc: text }) => `    ${member}: ${type}\n${text ? docOf(text, 4) : ''}`);
  return `class ${name}(TypedDict):\n${doc}${doc && lines.length > 0 ? '\n' : ''}${lines.join('') || (doc ? '' : '    pass\n')}`;
}

/** The other way to write a TypedDict: some members have names that Python keeps for itself. */
function callOf(name, { description }, members) {
  const lines = members.map(({ member, type }) => `        "${member}": ${quoted(type)},`);
  const comment = description ? `${description.replace(/^/gm, '# ')}\n` : '';
  return `${comment}${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('\n')}\n    },\n)\n`;
}

const quoted = (type) => `'${type}'`;

/** The type of a member; an object that stands in place becomes a class of its own. */
export function typeOf(schema, at) {
  const { $ref, enum: values, const: one, anyOf, oneOf, items, properties } = schema;
  if ($ref) return $ref.split('/').at(-1);
  if (one !== undefined) return literal([one]);
  if (values) return enumOf(values, at);
  const several = anyOf ?? oneOf;
  if (several)
    return unionOf(several.map((part, n) => typeOf(part, { ...at, name: n === 0 ? at.name : `${at.name}${n + 1}` })));
  const types = [schema.type ?? 'any'].flat();
  return unionOf(
    types.map((type) => {
      if (type === 'array') return `list[${items ? typeOf(items, { ...at, name: singular(at.name) }) : 'Any'}]`;
      if (type !== 'object') return plain[type];
      if (!properties || extraOf(schema)) return `dict[str, ${valueOf(schema, at)}]`;
      declare(at.name, { ...schema, type: 'object' }, at.made, at.root);
      return at.name;
    }),
  );
}

const plain = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None', any: 'Any' };

/** What an object holds under any name. One that also names members holds anything: Python has no type for both. */
function valueOf({ additionalProperties: extra, properties }, at) {
  return properties || typeof extra !== 'object' ? 'Any' : typeOf(extra, { ...at, name: `${at.name}Value` });
}

const singular = (name) => name.replace(/s$/, '');

/** A later version may answer with further values: such an enum of a reply also takes any other text. */
function enumOf(values, { made, root }) {
  const texts = values.filter((value) => value !== null);
  const isOpen = texts.length > 1 && made.onlyAnswered.has(root) && texts.every((value) => typeof value === 'string');
  return unionOf([literal(texts), ...(isOpen ? ['str'] : []), ...(values.includes(null) ? ['None'] : [])]);
}

const literal = (values) =>
  `Literal[${values.map((value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value))).join(', ')}]`;

/** Each part once, None last. */
function unionOf(types) {
  const parts = [...new Set(types.flatMap((type) => splitUnion(type)))];
  return [...parts.filter((part) => part !== 'None'), ...(parts.includes('None') ? ['None'] : [])].join(' | ');
}

/** The parts of a union on its top level. */
function splitUnion(type) {
  let depth = 0;
  return [...type]
    .reduce(
      (parts, letter) => {
        if (letter === '[') depth++;
        if (letter === ']') depth--;
        if (letter === '|' && depth === 0) parts.push('');
        else parts[parts.length - 1] += letter;
        return parts;
      },
      [''],
    )
    .map((part) => part.trim());
}

/** An alias is an expression that Python reads at once. One that names itself cannot be: it holds anything. */
function aliasOf(name, schema, made, root) {
  const type = typeOf(schema, { made, root, name: `${name}Item` });
  return new RegExp(`\\b${name}\\b`).test(type) ? type.replace(new RegExp(`\\b${name}\\b`, 'g'), 'Any') : type;
}

/** Aliases, each behind those that it names. */
function inOrder(aliases) {
  const done = [];
  const written = new Set();
  const write = (name) => {
    if (written.has(name)) return;
    written.add(name);
    const { text, doc } = aliases.get(name);
    for (const other of aliases.keys()) if (new RegExp(`\\b${other}\\b`).test(text)) write(other);
    done.push(`${name}: TypeAlias = ${text}\n${doc ? docOf(doc, 0) : ''}`);
  };
  for (const name of aliases.keys()) write(name);
  return done;
}

/** Names of schemas that replies reach and requests do not. */
function onlyAnswered({ paths, components }) {
  const operations = Object.values(paths).flatMap((ofPath) => Object.values(ofPath));
  const asked = reached(
    components,
    operations.map(({ requestBody }) => requestBody ?? {}),
  );
  const answered = reached(
    components,
    operations.map(({ responses }) => responses),
  );
  return new Set([...answered].filter((name) => !asked.has(name)));
}

/** Names of the schemas that a part of the document reaches. */
function reached(components, part, names = new Set()) {
  if (typeof part !== 'object' || part === null) return names;
  const [, kind, name] = /^#\/components\/(schemas|responses)\/(.+)$/.exec(part.$ref ?? '') ?? [];
  if (kind === 'responses') reached(components, components.responses[name], names);
  if (kind === 'schemas' && !names.has(name)) reached(components, components.schemas[name], names.add(name));
  for (const value of Object.values(part)) reached(components, value, names);
  return names;
}
