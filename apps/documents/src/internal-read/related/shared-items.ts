import type { RelationQuery } from '@app/contracts/documents';
import { isBlock } from '../../invalidation/relation/edges';
import type { Queryable } from '@app/persistence';
import { chooseOfBlock } from './block';
import { readMembers } from './block.store';
import type { Chosen, ChosenRow } from './chosen';
import { itemText } from './item-text';
import { maxSharedBytes } from './relation-limits';
import type { JoinedDocument, RelationPlace } from './relation-sql';
import { areTargets, chooseTargets } from './target';
import { answersText } from './upstream-answers';

/** What one relation of a fetch gives the judged documents. */
interface Given extends Chosen {
  query: RelationQuery;
}

/**
 * Related documents that several judged ones may have: those of a block have mostly the same others, and many point at
 * one. A reply has each of these once, and every judged document names them by their place.
 */
export class SharedItems {
  private readonly byRelation = new Map<number, Given>();
  private readonly places = new Map<string, number>();
  /** Of what was read before it is known which judged documents fit into the reply. */
  private readBytes = 0;
  /** JSON texts of the documents that are shared, by their place. */
  readonly shared: string[] = [];

  constructor(private readonly place: RelationPlace) {}

  /**
   * Chooses the documents of a relation for each judged one.
   * @param index of the relation in the fetch
   * @returns false where each judged document has to be given its own
   */
  async choose(
    from: Queryable,
    index: number,
    query: RelationQuery,
    judged: readonly JoinedDocument[],
  ): Promise<boolean> {
    if (isBlock(query))
      this.byRelation.set(index, { query, ...(await chooseOfBlock(from, this.place, query, judged)) });
    else if (!areTargets(query, judged)) return false;
    else {
      const chosen = await chooseTargets(from, this.place, query, judged, Math.max(0, maxSharedBytes - this.readBytes));
      for (const { attributes, state } of chosen.read.values()) this.readBytes += attributes.length + state.length;
      this.byRelation.set(index, { query, ...chosen });
    }
    return true;
  }

  /** Reads the chosen documents. @returns how many judged documents have all of theirs, from the first on: at least one */
  async read(from: Queryable, count: number): Promise<number> {
    const wanted = new Map([...this.byRelation.keys()].map((index) => [index, new Set<string>()]));
    let bytes = 0;
    let end = 0;
    for (; end < count; end += 1) {
      const added = [...this.byRelation].flatMap(([index, { rows }]) => newOf(rows[end], wanted.get(index)!));
      bytes += added.reduce((sum, { size }) => sum + size, 0);
      if (bytes > maxSharedBytes && end > 0) break;
      for (const [index, { rows }] of this.byRelation) rows[end].ids.forEach((id) => wanted.get(index)!.add(id));
    }
    for (const [index, given] of this.byRelation) await this.share(from, index, given, wanted.get(index)!);
    return end;
  }

  /** JSON text of the documents of a relation for one judged document; undefined for a relation that shares none. */
  textOf(index: number, n: number): string | undefined {
    const given = this.byRelation.get(index);
    if (given === undefined) return undefined;
    const { ids, more } = given.rows[n];
    const places = ids.map((id) => this.places.get(keyOf(index, id)));
    return `{"items":[],"shared":[${places.join(',')}],"more":${more}}`;
  }

  private async share(
    from: Queryable,
    index: number,
    { query, read }: Given,
    wanted: ReadonlySet<string>,
  ): Promise<void> {
    const answers = answersText(query, this.place.inForce);
    const unread = [...wanted].filter((id) => !read.has(id));
    const members = unread.length === 0 ? [] : await readMembers(from, this.place, query, unread);
    const all = new Map([...read, ...members.map((member) => [member.id, member] as const)]);
    for (const id of wanted) {
      this.places.set(keyOf(index, id), this.shared.push(itemText(all.get(id)!, id, answers)) - 1);
    }
  }
}

function newOf({ ids, sizes }: ChosenRow, known: ReadonlySet<string>): { size: number }[] {
  return ids.flatMap((id, i) => (known.has(id) ? [] : [{ size: sizes[i] }]));
}

function keyOf(index: number, id: string): string {
  return `${index} ${id}`;
}
