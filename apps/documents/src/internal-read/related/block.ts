import type { RelationQuery } from '@app/contracts/documents';
import type { Queryable } from '@app/persistence';
import { BlockRow, BlockSpec, readBlocks, readMembers } from './block.store';
import { itemText } from './item-text';
import { bytesOf } from './relation-limits';
import type { JoinedDocument, RelationPlace } from './relation-sql';
import { answersText } from './upstream-answers';

/** Bytes of the documents of blocks in one reply, beside the judged documents and what else is related to them. */
const maxSharedBytes = 4 * 1024 * 1024;

interface Block {
  spec: BlockSpec;
  /** Whether all of its documents that match are wanted, and not the first of them. */
  isWhole: boolean;
  /** Of each judged document. */
  rows: readonly BlockRow[];
}

/**
 * Documents that share a key with judged ones. Judged documents of one block have mostly the same others, so a reply has
 * each of these once, and every judged document names them by their place.
 */
export class Blocks {
  private readonly bySpec = new Map<number, Block>();
  private readonly places = new Map<string, number>();
  /** JSON texts of the documents that are shared, by their place. */
  readonly shared: string[] = [];

  constructor(private readonly place: RelationPlace) {}

  /** Chooses the documents of a block for each judged one. @param index of the relation in the fetch */
  async choose(from: Queryable, index: number, query: RelationQuery, judged: readonly JoinedDocument[]): Promise<void> {
    const cap = query.block_cap ?? this.place.blockCap;
    const spec = { ...query, block_cap: cap, last_n: query.last_n ?? cap };
    const rows = await readBlocks(from, this.place, spec, judged, bytesOf(query));
    this.bySpec.set(index, { spec, isWhole: query.last_n === null, rows });
  }

  /** Reads the chosen documents. @returns how many judged documents have all of theirs, from the first on: at least one */
  async read(from: Queryable, count: number): Promise<number> {
    const wanted = new Map([...this.bySpec.keys()].map((index) => [index, new Set<string>()]));
    let bytes = 0;
    let end = 0;
    for (; end < count; end += 1) {
      const added = [...this.bySpec].flatMap(([index, { rows }]) => newOf(rows[end], wanted.get(index)!));
      bytes += added.reduce((sum, { size }) => sum + size, 0);
      if (bytes > maxSharedBytes && end > 0) break;
      for (const [index, { rows }] of this.bySpec) rows[end].ids.forEach((id) => wanted.get(index)!.add(id));
    }
    for (const [index, { spec }] of this.bySpec) {
      const answers = answersText(spec, this.place.inForce);
      for (const member of await readMembers(from, this.place, spec, [...wanted.get(index)!])) {
        this.places.set(keyOf(index, member.id), this.shared.push(itemText(member, member.id, answers)) - 1);
      }
    }
    return end;
  }

  /** JSON text of the documents of a block for one judged document; undefined for a relation that is no block. */
  textOf(index: number, n: number): string | undefined {
    const block = this.bySpec.get(index);
    if (block === undefined) return undefined;
    const { ids, found, cut } = block.rows[n];
    const places = ids.map((id) => this.places.get(keyOf(index, id)));
    const more = ids.length < found || (cut && couldDiffer(block));
    return `{"items":[],"shared":[${places.join(',')}],"more":${more}}`;
  }
}

/** Whether a document past the cap could have been read: the newest of a block are read whatever is past them. */
function couldDiffer({ spec, isWhole }: Block): boolean {
  const { where, window, order_by: order, last_n: lastN, block_cap: cap } = spec;
  return isWhole || lastN > cap || where !== null || window !== null || order.length > 0;
}

function newOf({ ids, sizes }: BlockRow, known: ReadonlySet<string>): { size: number }[] {
  return ids.flatMap((id, i) => (known.has(id) ? [] : [{ size: sizes[i] }]));
}

function keyOf(index: number, id: string): string {
  return `${index} ${id}`;
}
