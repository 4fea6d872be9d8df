import { DATABASE, VAULT } from '@app/boot';
import type { EngineName } from '@app/definition';
import { Database, Named, Vault, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { ModelChoice, ModelSecrets, SavedModel, modelPlace } from './saved-model';

type ModelRow = Omit<SavedModel, 'secrets'> & { secrets: Buffer };

const readAll: Named = { name: 'model-entries', text: 'select * from model_entry order by engine' };
const put: Named = {
  name: 'model-entry-put',
  text: `insert into model_entry (engine, id, provider, base_url, model, reads, secrets, changed_by, changed_in)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (engine) do update set id = $2, provider = $3, base_url = $4, model = $5, reads = $6, secrets = $7,
           changed_at = app.now(), changed_by = $8, changed_in = $9`,
};

/** Who changes a model: `user:<id>`, and the organization that their session is in. */
export interface ModelAuthor {
  actor: string;
  organization: string;
}

/** The models that owners have put behind names; all replicas read them. */
@Injectable()
export class ModelStore {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async readAll(): Promise<SavedModel[]> {
    const { rows } = await this.database.query<ModelRow>(readAll);
    return rows.map((row) => ({ ...row, secrets: this.open(row) }));
  }

  async find(engine: EngineName): Promise<SavedModel | null> {
    return (await this.readAll()).find((model) => model.engine === engine) ?? null;
  }

  async put(engine: EngineName, { provider, base_url, model, reads, secrets }: ModelChoice, author: ModelAuthor) {
    const sealed = this.vault.seal(JSON.stringify(secrets), modelPlace(engine, provider, base_url));
    await this.database.query(put, [
      ...[engine, newId('mdl'), provider, base_url, model, reads, sealed],
      ...[author.actor, author.organization],
    ]);
  }

  /** @returns false where none was set */
  async remove(engine: EngineName): Promise<boolean> {
    const { rowCount } = await this.database.query('delete from model_entry where engine = $1', [engine]);
    return rowCount === 1;
  }

  /** Whether the table has other entries than those of these ids, in the order of their engines. */
  haveChanged(ids: readonly string[]): Promise<boolean> {
    return this.database.finds(
      `select 1 where (select coalesce(string_agg(id, ',' order by engine), '') from model_entry) <> '${ids.join(',')}'`,
    );
  }

  private open(row: ModelRow): ModelSecrets | null {
    try {
      return JSON.parse(this.vault.open(row.secrets, modelPlace(row.engine, row.provider, row.base_url)).toString());
    } catch (error) {
      // The engine is unavailable for it, and says so where it is shown.
      if (error instanceof Problem) return null;
      throw error;
    }
  }
}
