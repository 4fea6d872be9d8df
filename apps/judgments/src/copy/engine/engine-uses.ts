import type { EngineRef } from '@app/definition';
import type { Queryable, Tx } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** An engine that was sent a context of a namespace. */
export interface EngineUse {
  namespaceId: string;
  engine: EngineRef;
}

/** A namespace that was erased and made again has none of its uses, so a known one is written again after a while. */
const knownMs = 600_000;

/** Notes which engines have been sent contexts of which namespaces, each pair once while this process knows it. */
@Injectable()
export class EngineUses {
  private readonly known = new LRUCache<string, true>({ max: 100_000, ttl: knownMs });

  async note(tx: Tx, uses: readonly EngineUse[]): Promise<void> {
    const news = new Map(uses.map((use) => [keyOf(use), use] as const));
    for (const key of [...news.keys()]) if (this.known.has(key)) news.delete(key);
    if (news.size === 0) return;
    const rows = [...news.values()];
    await tx.query(
      {
        name: 'engine-use',
        text: `insert into engine_used (namespace_id, name, version)
               select * from unnest($1::bigint[], $2::text[], $3::text[]) order by 1, 2, 3 on conflict do nothing`,
      },
      [
        rows.map(({ namespaceId }) => namespaceId),
        rows.map(({ engine }) => engine.name),
        rows.map(({ engine }) => engine.version),
      ],
    );
    tx.afterCommit(() => news.forEach((_, key) => this.known.set(key, true)));
  }
}

function keyOf({ namespaceId, engine }: EngineUse): string {
  return `${namespaceId}\n${engine.name}\n${engine.version}`;
}

/** The engines that have been sent a context of each of some namespaces. */
export async function readEnginesSent(db: Queryable, namespaceIds: readonly string[]): Promise<EngineRef[]> {
  const { rows } = await db.query<EngineRef>(
    `select name, version from engine_used where namespace_id = any($1::bigint[])
     group by 1, 2 having count(*) = $2 order by 1, 2`,
    [namespaceIds, namespaceIds.length],
  );
  return rows;
}
