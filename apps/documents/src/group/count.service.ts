import { CLOCK, CONFIG } from '@app/boot';
import { Turn } from '@app/observability';
import type { Clock } from '@app/observability';
import { Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DocumentWithAnswers, readWithAnswers } from '../answer/answer.store';
import { readChunksByBytes } from '../document/chunk-bytes';
import { NamespaceInForce } from '../namespace/snapshot/in-force';
import { CompiledGroup } from './compiled-group';
import { Member, membersOf } from './member';
import { replaceMembers } from './member.store';

/** Members that one statement replaces; a document with more is replaced alone. */
const membersAtOnce = 10_000;

/** Counts documents in groups as they are now. Counting one twice changes nothing. */
@Injectable()
export class CountService {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: { groupKeys: number },
  ) {}

  /** Counts in the caller's transaction, which has locked the organization (shared) and the namespace's groups. */
  async count(
    tx: Tx,
    place: NamespaceInForce,
    ids: readonly string[],
    groups: readonly CompiledGroup[],
  ): Promise<void> {
    if (groups.length === 0) return;
    for (const chunk of await readChunksByBytes(tx, place.namespaceId, ids)) {
      const read = await readWithAnswers(tx, place, chunk);
      for (const group of groups) await this.countIn(tx, place, group, chunk, read);
    }
  }

  private async countIn(
    tx: Tx,
    { namespaceId, inForce }: NamespaceInForce,
    group: CompiledGroup,
    ids: readonly string[],
    read: readonly DocumentWithAnswers[],
  ): Promise<void> {
    const kinds = group.aggregates.map(({ kind }) => kind);
    const place = { namespaceId, generation: group.generation, kinds, maxKeys: this.config.groupKeys };
    const byId = new Map(read.map((one) => [one.document.id, one]));
    const turn = new Turn();
    let [documents, members]: [string[], Member[]] = [[], []];
    for (const id of ids) {
      if (turn.isOver) await turn.next();
      const one = byId.get(id);
      const own = one ? membersOf(group, inForce, one, this.clock.now()) : [];
      if (members.length > 0 && members.length + own.length > membersAtOnce) {
        await replaceMembers(tx, place, documents, members);
        [documents, members] = [[], []];
      }
      documents.push(id);
      members.push(...own);
    }
    await replaceMembers(tx, place, documents, members);
  }
}
