import { DATABASE } from '@app/boot';
import { Applied, FitMade } from '@app/contracts';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { bumpRevision, loadOrganization, lockAlone } from '../snapshot/snapshot.store';
import { WalkService } from '../subscription/walk.service';
import { addWalk } from '../subscription/walk.store';
import { Named, fitWalks } from './fit-walks';

/** Applies fits at once: every read and query after the reply goes by the new one. */
@Injectable()
export class FitService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly walks: WalkService,
  ) {}

  /** Subscriptions that name calibrated numbers are walked, as those that name a threshold are when it moves. */
  async made(fact: FitMade): Promise<Applied> {
    const walks: string[] = [];
    await this.database.transaction('documents.fit', async (tx) => {
      await lockAlone(tx, fact.organization);
      if (!(await put(tx, fact))) return;
      await bumpRevision(tx, fact.organization);
      const { copies } = await loadOrganization(tx, fact.organization);
      const scopes = await namesOf(tx, fact);
      for (const walk of fitWalks(fact, scopes, copies)) walks.push(await addWalk(tx, walk));
    });
    await this.walks.begin(walks);
    return { applied: true };
  }
}

/** @returns whether it is newer than what is known */
async function put(tx: Tx, fact: FitMade): Promise<boolean> {
  const { organization, judgment_id, scope = '', version, engine_version, revision } = fact;
  const { rowCount } = await tx.query(
    `insert into fit as e (organization, judgment_id, scope, version, engine_version, revision, body)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (organization, judgment_id, scope, version, engine_version) do update set revision = $6, body = $7
     where e.revision < $6`,
    [organization, judgment_id, scope, version, engine_version, revision, JSON.stringify(fact)],
  );
  return rowCount === 1;
}

/** Where the judgment stands, under which names: its own place, and namespaces that detached a copy. */
async function namesOf(tx: Tx, { organization, judgment_id, scope = '' }: FitMade): Promise<Named[]> {
  const { rows } = await tx.query<Named>(
    `select scope, name from judgment_column where organization = $1 and judgment_id = $2 and kind = 'judgment'
       and not archived and ($3 = '' or scope = $3)`,
    [organization, judgment_id, scope],
  );
  return rows;
}
