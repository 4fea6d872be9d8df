import { refusalOf } from '../reading/refusal.fake';
import { parseThresholds } from '../threshold/parse';
import { candidateSpec, edgesOf, relationSpecs } from './edges';
import { definitionHash } from './normal-form';
import { declaredOptions, optionsFrom } from './options';
import { parseDefinition } from './parse';

const engines = [{ name: 'jev', version: 'current', limits: { options: 254 } }] as const;
const related = {
  same: { join: { theirs: 'attributes.email', mine: 'attributes.email' }, fields: ['state.text'], last_n: 5 },
  customer: { join: { theirs: 'id', mine: 'attributes.customer' }, fields: ['state.tier'] },
  me: { join: { theirs: 'id', mine: 'id' }, fields: ['state.text'] },
};
const parse = (options: unknown) =>
  parseDefinition(
    {
      name: 'twin',
      question: 'Which is the same?',
      type: 'choice',
      options,
      context: { fields: ['state.text'], related },
    },
    { engines, parseAppliesTo: () => [] },
  );

describe('a choice among related documents', () => {
  it('names a relation and what is shown of its documents [REL-11]', () => {
    const definition = parse({ from: 'same', show: ['state."name"', 'attributes.city'] });
    expect(optionsFrom(definition)).toEqual({ from: 'same', show: ['state.name', 'attributes.city'] });
    expect(declaredOptions(definition)).toEqual([]);
    const declared = parse([{ value: 'a' }, { value: 'b' }]);
    expect([optionsFrom(declared), declaredOptions(declared)]).toEqual([null, [{ value: 'a' }, { value: 'b' }]]);
    expect(definitionHash(definition)).not.toBe(definitionHash(parse({ from: 'same', show: ['state.name'] })));
  });

  it.each([
    [{ from: 'none', show: ['id'] }, '/options/from', 'unknown_path'],
    [{ from: 'me', show: ['id'] }, '/options/from', 'path_not_allowed'],
    [{ from: 'a.b', show: ['id'] }, '/options/from', 'bad_name'],
    [{ show: ['id'] }, '/options/from', 'missing_field'],
    [{ from: 'same' }, '/options/show', 'missing_field'],
    [{ from: 'same', show: [] }, '/options/show', 'bad_length'],
    [{ from: 'same', show: Array.from({ length: 17 }, (_, n) => `state.f${n}`) }, '/options/show', 'bad_length'],
    [{ from: 'same', show: ['images.front'] }, '/options/show/0', 'path_not_allowed'],
    [{ from: 'same', show: ['answers.late.p'] }, '/options/show/0', 'path_not_allowed'],
    [{ from: 'same', show: ['id', 'id'] }, '/options/show/1', 'duplicate'],
    [{ from: 'same', show: ['id'], max: 5 }, '/options/max', 'unknown_field'],
  ])('refuses %j [REL-11]', (options, path, reason) => {
    expect(refusalOf(() => parse(options)).details).toMatchObject({ path, reason });
  });

  it('has no threshold on an option, since documents come and go [REL-11] [THR-03]', () => {
    const definition = parse({ from: 'same', show: ['id'] });
    const escape = { t: { field: 'escape_p', gte: 0.5 } };
    expect(parseThresholds(escape, definition as never, '')).toEqual(escape);
    const refused = refusalOf(() => parseThresholds({ t: { option: 'd1', gte: 0.5 } }, definition as never, ''));
    expect(refused.details).toMatchObject({ path: '/t/option', reason: 'path_not_allowed' });
  });

  it('follows what is shown of the documents, and whether they are there [REL-03] [REL-11]', () => {
    const edges = edgesOf(parse({ from: 'customer', show: ['state.name'] }), () => ({
      theirs: [],
      mine: [],
      judgments: [],
      answers: [],
    }));
    expect(edges).toMatchObject([
      { relation: 'customer', paths: ['state.name', 'state.tier'], presence: true },
      { relation: 'same', paths: ['attributes.email', 'state.text'] },
    ]);
  });

  it('is fetched with all documents of the relation up to the cap [REL-11] [NS-20]', () => {
    const definition = parse({ from: 'same', show: ['state.name'] });
    const { same, customer } = relationSpecs(definition, 50);
    expect(same).toMatchObject({ fields: ['state.text'], last_n: 5, block_cap: 50 });
    expect(customer).not.toHaveProperty('block_cap');
    expect(relationSpecs(definition).same).not.toHaveProperty('block_cap');
    const spec = { ...same, fields: ['state.name'], last_n: null };
    expect(candidateSpec(definition, 50)).toEqual(spec);
    const { block_cap: _cap, ...without } = spec;
    expect(candidateSpec(definition)).toEqual(without);
    expect(candidateSpec(parse([{ value: 'a' }, { value: 'b' }]))).toBeNull();
  });
});
