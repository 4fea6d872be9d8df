import { join } from 'node:path';
import { Derivation } from './derive';
import { loadFolder } from '../data/folder';
import { chooseContext, fieldsOfSample, recipesFor } from './recipe';
import recipesOfSets from './recipes.json';
import { DocumentRow } from '../data/row';

const folderOf = (set: string) =>
  set === 'support-desk' ? join(__dirname, '../../../support-desk') : join(__dirname, '../fixtures', set);
interface FeatureRecipe {
  name: string;
  from?: string;
  of?: string;
  path?: string;
}

interface RelationRecipe {
  join: { theirs: string; mine: string };
  where?: Record<string, unknown>;
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
    const recipes = recipesFor(set);
    const derivation = await Derivation.open(folder, recipes.derived);
    const sample = folder.files.flatMap((file) => file.sample.map((one) => derivation.apply(one)));
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
      const relations = (context.related ?? {}) as Record<string, RelationRecipe>;
      const shownBy = new Map<string, string[]>();
      for (const [name, relation] of Object.entries(relations)) {
        const related = relatedBy(relation, judged, sample);
        expect(related.length).toBeGreaterThan(0);
        const shown = related.flatMap(({ data }) => Object.keys(data).map((key) => `state.${key}`));
        shownBy.set(name, shown);
        expect([...shown, 'state.note', 'state.messages.text']).toEqual(expect.arrayContaining(relation.fields));
      }
      for (const feature of (recipes.judgments?.[spec.key]?.features ?? []) as unknown as FeatureRecipe[]) {
        if (feature.from !== undefined) expect(held).toContain(feature.from);
        if (feature.of !== undefined) expect(Object.keys(relations)).toContain(feature.of);
        if (feature.path !== undefined) expect(shownBy.get(feature.of ?? '')).toContain(feature.path);
      }
    }
  });

  it.each(['olist', 'prs'])('reads in %s nothing that came later than the judged document', (set) => {
    const { judgments = {} } = recipesFor(set);
    for (const { context, features = [] } of Object.values(judgments)) {
      const relations = Object.entries((context.related ?? {}) as Record<string, RelationRecipe>);
      // What an id points at was there before; documents found by an attribute may have come at any time.
      const open = relations.filter(
        ([
          ,
          {
            join: { theirs },
          },
        ]) => theirs !== 'id',
      );
      for (const [, { where }] of open)
        expect(JSON.stringify(where?.created_at)).toMatch(/^{"lte?":{"mine":"created_at"}}$/);
      // An age is measured from today, and these documents are years old.
      expect(features.filter((feature) => 'age_of' in feature)).toEqual([]);
    }
  });

  it('never reads of a pull request what was counted up to its closing', () => {
    const prs = recipesFor('prs');
    expect(JSON.stringify(prs)).not.toMatch(/attributes\.pr"|num_comments|num_participants|conflict|forward_links/);
    // What later pushes to a request change.
    expect(JSON.stringify(prs.judgments)).not.toMatch(/num_commits|churn|files_|commits_on/);
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
