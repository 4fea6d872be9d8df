import type { Json } from '@app/definition';
import { Problem } from '@app/problem';
import fc from 'fast-check';
import { fillStarter } from './fill';
import { fillTemplate } from './template';

function refusal(request: unknown): object {
  try {
    fillStarter(request, '/from_starter');
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, ...error.details };
    throw error;
  }
  throw new Error('nothing was refused');
}
const at = (reason: string, path: string) => ({ code: 'invalid_request', reason, path: `/from_starter${path}` });
const topics = { id: 'support.topic', placeholders: { body: 'state.text', topics: [{ value: 'a' }, { value: 'b' }] } };
const withTopics = (more: object) => ({ ...topics, placeholders: { ...topics.placeholders, ...more } });

it("fills a starter with the caller's own paths, options, words and numbers [STR-06]", () => {
  expect(fillStarter(topics, '/from_starter')).toMatchObject({
    options: [{ value: 'a' }, { value: 'b' }],
    context: { fields: ['state.text'] },
  });
  const placeholders = { message: 'state."a.b"', amount: 'attributes.total', at_least: 250.5 };
  expect(fillStarter({ id: 'sales.large_deal', placeholders }, '')).toMatchObject({
    question: 'Is the amount of this deal at least 250.5?',
    context: { fields: ['attributes.total', 'state."a.b"'] },
  });
});

it('an optional placeholder without a value removes the member that contains it, and members that become empty [STR-05]', () => {
  const body = { body: 'state.text' };
  const { context } = fillStarter({ id: 'support.dissatisfied', placeholders: body }, '');
  expect(context).toEqual({ fields: ['state.text'] });
  const placeholders = { ...body, history: 'state.log' };
  expect(fillStarter({ id: 'support.dissatisfied', placeholders }, '').context).toEqual({
    fields: ['state.text', 'state.log'],
    last_n: { 'state.log': 5 },
  });
});

it.each([
  ['no object', 5, at('bad_type', '')],
  ['no id', {}, at('missing_field', '/id')],
  ['an unknown starter', { id: 'support.nothing' }, at('unknown_starter', '/id')],
  ['an unknown member', { ...topics, extra: 1 }, at('unknown_field', '/extra')],
  ['an unknown placeholder', withTopics({ extra: 1 }), at('unknown_field', '/placeholders/extra')],
  ['a required placeholder left out', { id: 'support.topic' }, at('missing_field', '/placeholders/body')],
  ['placeholders of another type', { ...topics, placeholders: [] }, at('bad_type', '/placeholders')],
  ['a bad path', withTopics({ body: 'text' }), at('bad_path', '/placeholders/body')],
  ['a path of an answer', withTopics({ body: 'answers.x.p' }), at('bad_path', '/placeholders/body')],
  ['a path twice', withTopics({ subject: 'state."text"' }), at('duplicate', '/placeholders/body')],
  ['one option only', withTopics({ topics: [{ value: 'a' }] }), at('bad_length', '/placeholders/topics')],
  [
    'an option without value',
    withTopics({ topics: [{ value: 'a' }, {}] }),
    at('missing_field', '/placeholders/topics/1/value'),
  ],
])('refuses %s [STR-06]', (_, request, expected) => {
  expect(refusal(request)).toMatchObject(expected);
});

it('refuses texts and numbers of another type [STR-06]', () => {
  const large = { message: 'state.m', amount: 'state.a' };
  expect(refusal({ id: 'sales.large_deal', placeholders: { ...large, at_least: '5' } })).toMatchObject(
    at('bad_type', '/placeholders/at_least'),
  );
  const fit = { company: 'state.c', ideal: ' ' };
  expect(refusal({ id: 'sales.fit', placeholders: fit })).toMatchObject(at('bad_length', '/placeholders/ideal'));
});

it('does not fill placeholders inside of values', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('{a}', 'x {a} y', '{b}{a}', '{constructor}'), (value, template) => {
      const values = new Map([
        ['a', value],
        ['b', '{a}$&'],
        ['constructor', '{b}'],
      ]);
      const expected = template.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
      expect(fillTemplate(template, values)).toBe(expected);
    }),
  );
});

it('a template without placeholders stays as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!/\{[a-z_]+\}/.test(JSON.stringify(value)));
      const template = JSON.parse(JSON.stringify(value)) as Json;
      expect(fillTemplate(template, new Map())).toEqual(template);
    }),
  );
});
