import { join } from 'node:path';
import { loadFolder } from './folder';
import { chooseContext, fieldsOfSample, recipesFor } from './recipe';
import recipesOfSets from './recipes.json';
import { DocumentRow } from './row';

const folderOf = (set: string) =>
  set === 'support-desk' ? join(__dirname, '../../support-desk') : join(__dirname, 'fixtures', set);
const row = (data: Record<string, unknown>): DocumentRow => ({ id: 'a:1', type: 'a', refs: {}, data });

describe('recipes.json', () => {
  it.each(Object.keys(recipesOfSets))('names only what documents of %s have', async (set) => {
    const folder = await loadFolder(folderOf(set));
    const sample = folder.files.flatMap((file) => file.sample);
    const recipes = recipesFor(set);
    for (const [type, fields] of Object.entries(recipes.attributes ?? {})) {
      const held = sample.filter((document) => document.type === type).flatMap(({ data }) => Object.keys(data));
      expect(held).toEqual(expect.arrayContaining(fields));
    }
    const keys = folder.judgments.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(Object.keys(recipes.judgments ?? {})));
    for (const spec of folder.judgments) {
      const { context } = chooseContext(spec, folder.judgments, recipes, sample);
      const judged = sample.filter(({ type }) => type === spec.on);
      const held = judged.flatMap(({ data }) => Object.keys(data).map((key) => `state.${key}`));
      expect(held).toEqual(expect.arrayContaining(context.fields as string[]));
      expect(context.related).toBeUndefined();
    }
  });

  it('never shows the department of a product to the judgment that asks for it', async () => {
    const folder = await loadFolder(folderOf('clothing'));
    const spec = folder.judgments.find(({ key }) => key === 'department');
    if (!spec) throw new Error('no department');
    const { context, leftOut } = chooseContext(spec, folder.judgments, recipesFor('clothing'), []);
    expect(context).toEqual({ fields: ['state.title', 'state.text'] });
    expect(leftOut).toEqual([]);
  });
});

describe('a set that the sidecar does not know', () => {
  it('is read by all its text and number fields, arrays through their elements', () => {
    const sample = [
      row({ a: 'x', 'b.c': 2, flag: true }),
      row({ list: [{ text: 'y', at: null }, 'z'], deep: { n: 1 } }),
    ];
    expect(fieldsOfSample(sample)).toEqual(['state.a', 'state."b.c"', 'state.list.text', 'state.list', 'state.deep.n']);
  });

  it('reads only the judged type, and tells what is left out, also by reference to another judgment', () => {
    const first = { key: 'one', type: 'bool' as const, question: '?', on: 'a', context: ['the a', 'its b'] };
    const second = { ...first, key: 'two', context: 'as one' };
    const sample = [row({ text: 'x' }), { ...row({ other: 1 }), type: 'b' }];
    const expected = { context: { fields: ['state.text'] }, leftOut: ['its b'] };
    expect(chooseContext(first, [first, second], {}, sample)).toEqual(expected);
    expect(chooseContext(second, [first, second], {}, sample)).toEqual(expected);
  });

  it('keeps its own recipe but for the relations', () => {
    const recipe = { fields: ['state.x'], related: { b: {} } };
    const spec = { key: 'one', type: 'bool' as const, question: '?', recipe };
    expect(chooseContext(spec, [spec], {}, [])).toEqual({ context: { fields: ['state.x'] }, leftOut: ['relation b'] });
  });
});
