import type { ActiveEngine } from './engine';
import { parseFreshness } from '../freshness/parse';
import { parseThresholds } from '../threshold/parse';
import badCreates from './fixtures/bad-creates.json';
import type { Definition } from './definition';
import { parseDefinition } from './parse';
import { refusalOf } from '../reading/refusal.fake';

const engines: ActiveEngine[] = [
  { name: 'jev', version: 'current', limits: { options: 254, levels: 10 } },
  { name: 'gpt-6-luna', version: 'current', limits: { options: 3, max_context_tokens: 100 } },
];
const parseAppliesTo = () => [];
const base = { name: 'j1', question: 'Is it urgent?', type: 'bool', context: { fields: ['state.subject'] } };
const parse = (body: unknown, more: object = {}) => parseDefinition(body, { engines, parseAppliesTo, ...more });

/** Parses a body as a create does: the definition and the settings. */
function create(body: Record<string, unknown>): Definition {
  const definition = parse(body, { otherMembers: ['freshness', 'thresholds'] });
  if ('freshness' in body) parseFreshness(body.freshness, '/freshness');
  if ('thresholds' in body) parseThresholds(body.thresholds, definition, '/thresholds');
  return definition;
}

describe('parseDefinition', () => {
  it.each(badCreates.map((row) => [row.id, row.why, row] as const))('refuses %s: %s [JDG-02]', (_id, _why, row) => {
    const problem = refusalOf(() => create(row.body as Record<string, unknown>));
    expect({ status: problem.status, code: problem.code }).toEqual({ status: row.status, code: row.code });
    expect(problem.details.path).toMatch(/^\//);
  });

  it('fills in defaults [JDG-01] [JDG-03]', () => {
    expect(create(base)).toEqual({ ...base, engine: { name: 'jev', version: 'current' }, horizon: '0s' });
    const luna = { name: 'gpt-6-luna', version: 'current' };
    expect(parse(base, { defaultEngine: luna }).engine).toEqual(luna);
    expect(
      parse({ ...base, engine: engines[0] && { name: 'jev', version: 'current' } }, { defaultEngine: luna }).engine
        .name,
    ).toBe('jev');
  });

  it('parses a choice and a score [JDG-01] [JDG-28]', () => {
    const choice = { ...base, type: 'choice', options: [{ value: 'a' }, { value: 'b', description: 'the second' }] };
    expect(create(choice)).toMatchObject({
      options: choice.options,
      escape: { description: expect.any(String) as string },
    });
    const levels = [
      { value: 1, description: 'low' },
      { value: 2.5, description: 'high' },
    ];
    expect(create({ ...base, type: 'score', levels })).toMatchObject({ type: 'score', levels });
  });

  it('parses its own normal form to the same definition', () => {
    const sent = {
      ...base,
      criteria: { true: 'It burns.' },
      context: {
        fields: ['state."a.b"', 'state.m.text'],
        last_n: { 'state.m': 3 },
        window: { 'state.m': { at: 'at', within: '3d' } },
        previous: { fields: ['state.m.text'] },
      },
      parts: [{ name: 'a', question: 'A?' }],
      features: [
        { name: 'opened', age_of: 'state."opened"' },
        { name: 'p', previous: 'p' },
      ],
    };
    expect(parse(parse(sent))).toEqual(parse(sent));
  });

  it('shows an earlier document as of the last answer by default [CTX-06]', () => {
    const previous = { fields: ['state."text"', 'attributes.tier'] };
    const { context } = parse({ ...base, context: { ...base.context, previous } });
    expect(context.previous).toEqual({ fields: ['state.text', 'attributes.tier'], anchor: 'last_answer' });
    for (const anchor of ['last_answer', 'last_change', 'first_answer']) {
      const sent = { ...base, type: 'score', context: { ...base.context, previous: { fields: ['id'], anchor } } };
      const levels = [1, 2].map((value) => ({ value, description: `level ${value}` }));
      expect(parse({ ...sent, levels }).context.previous?.anchor).toBe(anchor);
    }
  });

  it('refuses a body without context with a suggestion of null [JDG-24]', () => {
    const { context: _left, ...rest } = base;
    const { details } = refusalOf(() => parse(rest));
    expect(details).toMatchObject({ reason: 'missing_context', path: '/context', suggested_context: null });
  });

  it('allows images on an engine that reads them, and refuses them on others [ENG-07] [DOC-08]', () => {
    const sent = { ...base, context: { fields: ['state.note', 'images.front'] } };
    const on = (limits?: { images?: boolean }) =>
      parse(sent, { engines: [{ name: 'jev', version: 'current', limits }] });
    expect(on({ images: true }).context.fields).toEqual(['state.note', 'images.front']);
    for (const limits of [undefined, {}, { images: false }]) {
      expect(refusalOf(() => on(limits)).details).toMatchObject({
        reason: 'images_not_read',
        path: '/context/fields/1',
      });
    }
  });

  it.each([
    [{ options: [] }, '/options', 'unknown_field'],
    [{ features: [{ name: 'n', of: 'r', aggregate: 'count' }] }, '/features/0/of', 'unknown_path'],
    [{ type: 'choice', options: [{ value: 'a' }, { value: 'a' }] }, '/options/1/value', 'duplicate'],
    [{ type: 'choice', options: [{ value: 'a' }] }, '/options', 'bad_length'],
    [{ type: 'choice', options: [{ value: 'a' }, { value: 'b', x: 1 }] }, '/options/1/x', 'unknown_field'],
    [{ type: 'choice', parts: [], options: [] }, '/parts', 'unknown_field'],
    [
      {
        type: 'score',
        levels: [
          { value: 2, description: 'a' },
          { value: 1, description: 'b' },
        ],
      },
      '/levels/1/value',
      'bad_bounds',
    ],
    [{ version: 3 }, '/version', 'read_only_field'],
    [{ context: { fields: ['answers.x.p'] } }, '/context/fields/0', 'path_not_allowed'],
    [{ context: { fields: ['state'] } }, '/context/fields/0', 'bad_path'],
    [{ context: { fields: ['state.a..b'] } }, '/context/fields/0', 'bad_path'],
    [{ context: { fields: ['state.a'], last_n: { id: 3 } } }, '/context/last_n/id', 'bad_path'],
    [
      { context: { fields: ['state.a'], window: { 'state.a': { at: 't', within: 'soon' } } } },
      '/context/window/state.a/within',
      'bad_duration',
    ],
    [{ context: { fields: ['id'], previous: {} } }, '/context/previous/fields', 'missing_field'],
    [{ context: { fields: ['id'], previous: { fields: [] } } }, '/context/previous/fields', 'bad_length'],
    [
      { context: { fields: ['id'], previous: { fields: ['state.a', 'state."a"'] } } },
      '/context/previous/fields/1',
      'duplicate',
    ],
    [
      { context: { fields: ['id'], previous: { fields: ['answers.j.p'] } } },
      '/context/previous/fields/0',
      'path_not_allowed',
    ],
    [
      { context: { fields: ['id'], previous: { fields: ['images.front'] } } },
      '/context/previous/fields/0',
      'path_not_allowed',
    ],
    [{ context: { fields: ['id'], previous: { fields: ['state'] } } }, '/context/previous/fields/0', 'bad_path'],
    [
      { context: { fields: ['id'], previous: { fields: ['id'], anchor: 'last' } } },
      '/context/previous/anchor',
      'bad_enum',
    ],
    [{ context: { fields: ['id'], previous: { fields: ['id'], n: 1 } } }, '/context/previous/n', 'unknown_field'],
    [{ criteria: { maybe: 'x' } }, '/criteria/maybe', 'unknown_field'],
    [{ question: '  ' }, '/question', 'bad_length'],
    [{ engine: { name: 'jev' } }, '/engine/version', 'missing_field'],
    [{ engine: { name: 'jev', version: '' } }, '/engine/version', 'bad_length'],
  ])('refuses %j with its path [JDG-02] [CTX-01]', (members, path, reason) => {
    expect(refusalOf(() => parse({ ...base, ...members })).details).toMatchObject({ path, reason });
  });

  it.each(['latest', 'stable', 'Current'])('refuses the alias %s [ENG-04]', (version) => {
    expect(refusalOf(() => parse({ ...base, engine: { name: 'jev', version } })).code).toBe(
      'engine_version_unavailable',
    );
  });

  it('reports a bad body before an inactive engine [ENG-02]', () => {
    const engine = { name: 'pplx-decider', version: 'current' };
    expect(refusalOf(() => parse({ ...base, engine })).status).toBe(422);
    expect(refusalOf(() => parse({ ...base, engine, context: { fields: [] } })).status).toBe(400);
  });

  it('takes as many options as the engine publishes, the escape beside them [defect J-10]', () => {
    const choice = (count: number) => ({
      ...base,
      type: 'choice',
      options: Array.from({ length: count }, (_, i) => ({ value: `option ${i}` })),
    });
    expect(parse(choice(254))).toMatchObject({ type: 'choice' });
    expect(
      refusalOf(() => parse({ ...choice(4), engine: { name: 'gpt-6-luna', version: 'current' } })).details.limit,
    ).toBe(3);
  });

  it('refuses more than the engine allows', () => {
    const engine = { name: 'gpt-6-luna', version: 'current' };
    const options = ['a', 'b', 'c', 'd'].map((value) => ({ value }));
    expect(refusalOf(() => parse({ ...base, type: 'choice', options, engine })).details.limit).toBe(3);
    expect(
      refusalOf(() => parse({ ...base, engine, context: { fields: ['id'], max_tokens: 101 } })).details.limit,
    ).toBe(100);
  });

  it('gives paths relative to the request', () => {
    expect(refusalOf(() => parse({ ...base, name: '' }, { pointer: '/definition' })).details.path).toBe(
      '/definition/name',
    );
  });
});
