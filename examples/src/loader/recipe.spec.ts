import { join } from 'node:path';
import { loadFolder } from './folder';
import { chooseContext, fieldsOfSample, recipesFor } from './recipe';
import recipesOfSets from './recipes.json';
import { DocumentRow } from './row';

const folderOf = (set: string) =>
  set === 'support-desk' ? join(__dirname, '../../support-desk') : join(__dirname, 'fixtures', set);
interface RelationRecipe {
  join: { theirs: string; mine: string };
  fields: string[];
}

/** Documents of a sample that a relation joins with judged ones. */
function relatedBy({ join: { theirs, mine } }: RelationRecipe, judged: DocumentRow[], sample: DocumentRow[]) {
  const valueOf = (one: DocumentRow, path: string) =>
    path === 'id' ? one.id : one.refs[path.replace('attributes.', '')];
  const keys = new Set(judged.map((one) => valueOf(one, mine)));
  return sample.filter((one) => keys.has(valueOf(one, theirs)));
}

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
      const context = chooseContext(spec, recipes, sample);
      const judged = sample.filter(({ type }) => type === spec.on);
      const held = judged.flatMap(({ data }) => Object.keys(data).map((key) => `state.${key}`));
      expect(held).toEqual(expect.arrayContaining(context.fields as string[]));
      for (const relation of Object.values((context.related ?? {}) as Record<string, RelationRecipe>)) {
        const related = relatedBy(relation, judged, sample);
        expect(related.length).toBeGreaterThan(0);
        const shown = related.flatMap(({ data }) => Object.keys(data).map((key) => `state.${key}`));
        expect([...shown, 'state.note', 'state.messages.text']).toEqual(expect.arrayContaining(relation.fields));
      }
    }
  });

  it('never shows the department of a product to the judgment that asks for it', async () => {
    const folder = await loadFolder(folderOf('clothing'));
    const spec = folder.judgments.find(({ key }) => key === 'department');
    if (!spec) throw new Error('no department');
    const context = chooseContext(spec, recipesFor('clothing'), []);
    expect(context).toEqual({ fields: ['state.title', 'state.text'] });
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

  it('reads only the judged type', () => {
    const spec = { key: 'one', type: 'bool' as const, question: '?', on: 'a' };
    const sample = [row({ text: 'x' }), { ...row({ other: 1 }), type: 'b' }];
    expect(chooseContext(spec, {}, sample)).toEqual({ fields: ['state.text'] });
  });

  it('keeps its own recipe', () => {
    const recipe = { fields: ['state.x'], related: { b: {} } };
    const spec = { key: 'one', type: 'bool' as const, question: '?', recipe };
    expect(chooseContext(spec, {}, [])).toEqual(recipe);
  });
});
