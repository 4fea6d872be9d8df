import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fits } from '../check';
import './index';
import { declaredMessages } from './declared';

interface Previous {
  messages: Record<
    string,
    {
      /** Names of schemas. */
      payload: string;
      reply?: string;
      consumers?: string[];
      example: { payload: object; reply?: object };
    }
  >;
  schemas: Record<string, { enum?: unknown }>;
}

const folder = join(__dirname, '../..');
/** Messages of the version before this one: builds of both talk to each other during an upgrade. */
const previous = JSON.parse(readFileSync(join(folder, 'previous/messages.json'), 'utf8')) as Previous;
const subjects = Object.keys(previous.messages);
const exampleOf = (subject: string) =>
  JSON.parse(readFileSync(join(folder, `examples/${subject.replace('.>', '')}.json`), 'utf8')) as {
    payload: object;
    reply?: object;
  };
const ajv = new Ajv({ strict: false });
addFormats(ajv, ['uri', 'date', 'date-time']);
/** Named lists of texts, such as types of events, tell what there was: builds read any text in their place. */
const schemas = Object.entries(previous.schemas).map(([name, { enum: _values, ...schema }]) => [name, schema] as const);
ajv.addSchema({ $id: 'previous', components: { schemas: Object.fromEntries(schemas) } });

/** What the previous version says of a value, which it reads with members that it does not know; null when it fits. */
function previousSays(schema: string, value: unknown): string | null {
  const validate = ajv.getSchema(`previous#/components/schemas/${schema}`);
  if (!validate) return `there is no schema ${schema}`;
  return validate(value) === true ? null : ajv.errorsText(validate.errors);
}

/** Their examples leave out parts of a definition that the published schema demands. */
const shortened = ['create', 'list', 'get', 'versions', 'change', 'activate', 'detach'].map(
  (verb) => `judgments.judgment.${verb}.v1`,
);

/** Paths of all members of a value; those of items of lists stand once. */
function membersOf(value: unknown, at = ''): string[] {
  if (value === null || typeof value !== 'object') return [at];
  const inner = Array.isArray(value)
    ? value.map((item) => [`${at}[]`, item] as const)
    : Object.entries(value).map(([name, item]) => [`${at}.${name}`, item] as const);
  return [...new Set(inner.flatMap(([path, item]) => membersOf(item, path)))];
}

describe('builds of this version and of the one before it', () => {
  it('know every message of each other, new ones aside [defect S-M7]', () => {
    expect(subjects.length).toBeGreaterThan(100);
    expect(subjects.filter((subject) => !declaredMessages().has(subject))).toEqual([]);
  });

  it.each(subjects)('%s: this version reads what the previous one sends [defect S-M7]', (subject) => {
    const { payload, reply } = previous.messages[subject].example;
    const message = declaredMessages().get(subject)!;
    expect(fits(message.kind === 'request' ? message.query : message.payload, payload)).toBeNull();
    if (message.kind === 'request') expect(fits(message.reply, reply)).toBeNull();
  });

  it.each(subjects)('%s: the previous version reads what this one sends [defect S-M7]', (subject) => {
    const { payload, reply, example: before } = previous.messages[subject];
    const now = exampleOf(subject);
    expect(previousSays(payload, now.payload)).toBeNull();
    if (reply === undefined) return;
    if (shortened.includes(subject))
      expect(membersOf(now.reply)).toEqual(expect.arrayContaining(membersOf(before.reply)));
    else expect(previousSays(reply, now.reply)).toBeNull();
  });

  it('read replies whose examples leave out parts of a definition, and no others, by their members', () => {
    const undescribed = subjects.filter((subject) => {
      const { reply, example } = previous.messages[subject];
      return reply !== undefined && previousSays(reply, example.reply) !== null;
    });
    expect(undescribed.sort()).toEqual([...shortened].sort());
  });

  it('lose no consumer of a fact: the older build keeps a fact for those that it knows [defect S-M7]', () => {
    for (const [subject, { consumers = [] }] of Object.entries(previous.messages)) {
      const message = declaredMessages().get(subject);
      if (message?.kind === 'fact') expect(message.consumers).toEqual(expect.arrayContaining(consumers));
    }
  });
});
