import { DATABASE } from '@app/boot';
import type { Applied, FitMade } from '@app/contracts/documents';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { requestRecounts } from '../../group/build.store';
import { bumpRevision, lockOrganizationAlone } from '../../namespace/snapshot/revision.store';
import { loadOrganization } from '../../namespace/snapshot/snapshot.store';
import { WalkService } from '../../subscription/walk/walk.service';
import { addWalk } from '../../subscription/walk/walk.store';
import { ScopedName, fitWalks } from './fit-walks';

/** Keeps fits. After the reply every read and query uses the new one. */
@Injectable()
export class FitCopyService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly walks: WalkService,
  ) {}

  /** Walks the subscriptions and groups that name calibrated numbers, as a moved threshold walks those that name it. */
  async apply(fact: FitMade): Promise<Applied> {
    const { organization } = fact;
    const walks: string[] = [];
    await this.database.transaction('documents.fit-copy', async (tx) => {
      await lockOrganizationAlone(tx, organization);
      if (!(await put(tx, fact))) return;
      await bumpRevision(tx, organization);
      const { snapshot } = await loadOrganization(tx, { organization, namespace: '' });
      const names = await readNamesOf(tx, fact);
      for (const name of names) await requestRecounts(tx, organization, name, 'calibrated');
      for (const walk of fitWalks(fact, names, snapshot)) walks.push(await addWalk(tx, walk));
    });
    await this.walks.begin(walks);
    return { applied: true };
  }
}

/** @returns whether the fit is newer than the stored one */
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

/** The scopes in which the judgment stands, and its name there: its own scope, and namespaces that detached a copy. */
async function readNamesOf(tx: Tx, { organization, judgment_id, scope = '' }: FitMade): Promise<ScopedName[]> {
  const { rows } = await tx.query<ScopedName>(
    `select scope, name from judgment_column where organization = $1 and judgment_id = $2 and kind = 'judgment'
       and not archived and ($3 = '' or scope = $3)`,
    [organization, judgment_id, scope],
  );
  return rows;
}
