import { compileContext, type RelatedDocuments, type Recipe } from '@app/context';
import type { EngineQuestion } from '@app/contracts/engines';
import { contextKey, hashFeatures, type Labelled } from '@app/learning';
import { Derivation } from '../../loader/recipe/derive';
import type { Folder } from '../../loader/data/folder';
import type { JudgmentSpec } from '../../loader/data/judgment';
import { toDefinition, toUpsert } from '../../loader/recipe/mapping';
import { chooseContext, recipesFor } from '../../loader/recipe/recipe';
import type { DocumentRow } from '../../loader/data/row';
import { askLexical } from '../engine';
import { baseOf, classesOf } from '../question';

/** The labels of one judgment of a folder. `hasTime` says whether the set knows when outcomes were known. */
export interface LabelledSet {
  classes: string[];
  labels: Labelled[];
  hasTime: boolean;
}

interface Relation {
  join: { theirs: string; mine: string };
  fields: string[];
}
const time = '2026-01-01T00:00:00.000Z';

/** A folder's documents, and each judgment's contexts, as the service would compile them of a document and what it points at. */
export class EvaluatedFolder {
  private readonly documents = new Map<string, DocumentRow>();

  private constructor(private readonly folder: Folder) {}

  static async open(folder: Folder): Promise<EvaluatedFolder> {
    const opened = new EvaluatedFolder(folder);
    const derivation = await Derivation.open(folder, recipesFor(folder.name).derived);
    for (const file of folder.files) {
      for await (const { row } of folder.readDocuments(file)) opened.documents.set(row.id, derivation.apply(row));
    }
    return opened;
  }

  async readLabelsOf(spec: JudgmentSpec): Promise<LabelledSet> {
    const recipe = this.recipeOf(spec);
    const question = questionOf(spec);
    const classes = classesOf(question);
    const labels: Labelled[] = [];
    let hasTime = true;
    for await (const { row } of this.folder.readOutcomes()) {
      const document = this.documents.get(row.doc);
      if (row.question !== spec.key || row.outcome === null || document === undefined) continue;
      const context = this.contextOf(document, spec, recipe);
      const base = baseOf((await askLexical(context, [question])).answers[0], classes);
      const outcome = spec.type === 'choice' && row.outcome === 'escape' ? '' : String(row.outcome);
      if (base === null) continue;
      hasTime &&= row.knownAt !== undefined;
      labels.push({
        features: hashFeatures(context),
        base,
        label: classes.indexOf(outcome),
        key: contextKey(context),
        document: row.doc,
        at: Date.parse(row.knownAt ?? time),
      });
    }
    return { classes, labels, hasTime };
  }

  /** Without relations that list documents: those need the service's joins. */
  private recipeOf(spec: JudgmentSpec): Recipe & { related?: Record<string, Relation> } {
    const recipes = recipesFor(this.folder.name);
    const { related, ...own } = chooseContext(spec, recipes, [...this.documents.values()].slice(0, 200));
    const relations = Object.entries((related ?? {}) as Record<string, Relation>);
    const pointed = relations.filter(([, { join }]) => join.theirs === 'id');
    const recipe = own as unknown as Recipe;
    return pointed.length > 0 ? { ...recipe, related: Object.fromEntries(pointed) } : { ...recipe, related: undefined };
  }

  private contextOf(
    row: DocumentRow,
    { question }: JudgmentSpec,
    recipe: ReturnType<EvaluatedFolder['recipeOf']>,
  ): string {
    const document = this.stored(row);
    const related = Object.entries(recipe.related ?? {}).map(([name, { join }]): [string, RelatedDocuments] => {
      const other = this.documents.get(row.refs[join.mine.slice('attributes.'.length)] ?? '');
      return [name, { items: other ? [this.stored(other)] : [], more: false }];
    });
    const input = { recipe, document, questions: [question], related: Object.fromEntries(related) };
    return compileContext({ ...input, format: 1, nowMs: 0 }).text;
  }

  private stored(row: DocumentRow) {
    const { id, attributes, state } = toUpsert(row, recipesFor(this.folder.name).attributes);
    return { id, attributes, state, images: {}, created_at: row.at ?? time, updated_at: row.at ?? time };
  }
}

function questionOf(spec: JudgmentSpec): EngineQuestion {
  const made = toDefinition(spec, { context: {} }, { name: 'jev', version: 'current' }, {});
  const { type, question, criteria, options, levels } = made as unknown as EngineQuestion;
  return { type, question, criteria, options, levels };
}
