import { selectsNothing } from '@app/context';
import type { FetchedDocument, RelatedItem } from '@app/contracts/documents';
import { Definition, relationSpecs } from '@app/definition';
import type { Filter } from '@app/filter';
import { soleReader } from '../../document/related-reads';
import { toJudgedDocument } from '../../question/compiler';
import { JudgedToo, appliesToOf, findJudgedToo } from './judged-too';
import { canTie, lookReader, lookSpecs } from './look';
import { PlacedRelation, Source, placedRelations } from './place';
import { AbsentPath, Sought } from './sought';
import { TimeCount, Times } from './times';

/** What sampled documents show of a relation. */
export interface RelationEvidence {
  name: string;
  /** How many of the sampled documents it joins with another. */
  joining: number;
  /** Of how many its `last_n` cuts between documents of one moment. */
  tied: number;
}

/** What a sample of stored documents shows of a definition. */
export interface Evidence {
  /** How many documents the sample has. */
  documents: number;
  /** Of how many the recipe selects nothing. */
  empty: number;
  absent: AbsentPath[];
  times: TimeCount[];
  relations: RelationEvidence[];
  /** A related document that is judged itself; null when none was seen. */
  judgedToo: JudgedToo | null;
}

/**
 * Looks at a sample of documents and of their related ones, for warnings about what a definition reads. It keeps counts and
 * no document; the sample bounds the bytes that it sees.
 */
export class SampleEvidence {
  private documents = 0;
  private empty = 0;
  private judgedToo: JudgedToo | null = null;
  private readonly sought: Sought;
  private readonly times: Times;
  private readonly applies: Filter | null;
  private readonly relations: (PlacedRelation & RelationEvidence & { mayTie: boolean; hasLook: boolean })[];

  constructor(
    private readonly definition: Definition,
    private readonly nowMs: number,
  ) {
    this.sought = new Sought(definition);
    this.times = new Times(definition);
    this.applies = appliesToOf(definition);
    const specs = relationSpecs(definition);
    const looks = lookSpecs({ definition });
    this.relations = placedRelations(definition).map((placed) => {
      const { name } = placed;
      return {
        ...placed,
        joining: 0,
        tied: 0,
        mayTie: canTie(placed, specs[name]),
        hasLook: Object.hasOwn(looks, name),
      };
    });
  }

  add(page: readonly FetchedDocument[]): void {
    for (const document of page) this.lookAt(document);
  }

  get found(): Evidence {
    const { documents, empty, judgedToo } = this;
    const relations = this.relations.map(({ name, joining, tied }) => ({ name, joining, tied }));
    return { documents, empty, judgedToo, relations, absent: this.sought.absent, times: this.times.counts };
  }

  private lookAt(document: FetchedDocument): void {
    this.documents += 1;
    const shown = document.related?.[soleReader] ?? {};
    if (selectsNothing(this.definition.context, toJudgedDocument(document), shown, this.nowMs)) this.empty += 1;
    this.sought.lookAt(null, document);
    this.times.lookAt(null, document);
    for (const counted of this.relations) {
      const { name, relation, of, mayTie, hasLook } = counted;
      const items = shown[name]?.items ?? [];
      // The documents of a long sample that come after the first are read without a look.
      const looked = hasLook ? (document.related?.[lookReader]?.[name]?.items ?? []) : items;
      if (items.length > 0) counted.joining += 1;
      if (mayTie && isCutInside(looked, relation.last_n)) counted.tied += 1;
      if (of !== null) this.lookAtRelated(of, items, 'context');
      if (of !== null && hasLook) this.lookAtRelated(of, looked, 'look');
      this.judgedToo ??= findJudgedToo(this.applies, counted, document, this.applies === null ? items : looked);
    }
  }

  private lookAtRelated(of: string, items: readonly RelatedItem[], from: Source): void {
    for (const item of items) {
      this.sought.lookAt(of, item, from);
      this.times.lookAt(of, item, from);
    }
  }
}

/** Whether the documents on both sides of a cut are of one moment. @param looked one more than the cut leaves, newest first */
function isCutInside(looked: readonly { created_at: string }[], lastN: number): boolean {
  const [last, next] = [looked[lastN - 1], looked[lastN]];
  return last !== undefined && next !== undefined && last.created_at === next.created_at;
}
