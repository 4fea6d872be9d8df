import { DATABASE } from '@app/boot';
import { JudgmentSnapshot } from '@app/contracts/documents';
import { JudgmentChangedFact } from '@app/contracts/judgments';
import { scopeChain } from '@app/definition';
import type { EngineRef } from '@app/definition';
import { Database, Named } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Judgment } from './judgment';

/** The settings of calibration in the fact of a changed judgment. */
type KeptSettings = Omit<JudgmentChangedFact, 'column'>;

/** A snapshot whose revision is not greater changes nothing. */
const keep: Named = {
  name: 'judgment-keep',
  text: `
    insert into judgment as j (organization, scope, judgment_id, kind, name, revision, active_version, type, options,
      levels, outcomes, archived, copied, thresholds, horizon_ms, features, parts, alternatives, queue, engine)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
    on conflict (organization, scope, judgment_id, kind) do update set name = excluded.name,
      revision = excluded.revision, active_version = excluded.active_version, type = excluded.type,
      options = excluded.options, levels = excluded.levels, outcomes = excluded.outcomes, archived = excluded.archived,
      copied = excluded.copied, thresholds = excluded.thresholds, horizon_ms = excluded.horizon_ms,
      features = excluded.features, parts = excluded.parts, alternatives = excluded.alternatives,
      queue = excluded.queue, engine = excluded.engine
      where j.revision < excluded.revision`,
};

const dropWindows: Named = {
  name: 'judgment-drop-windows',
  text: 'delete from open_window where organization = $1 and judgment_id = $2 and scope = $3',
};

const find: Named = {
  name: 'judgment-find',
  text: `
    select j.judgment_id, j.name, j.scope, j.active_version, j.copied, j.engine, j.type, j.options, j.levels, j.features, j.parts,
      j.alternatives, j.queue, coalesce(own.thresholds, j.thresholds, '{}') as thresholds
    from judgment j join unnest($2::text[]) with ordinality as chain(scope, position) on chain.scope = j.scope
      left join judgment own on (own.organization, own.scope, own.judgment_id, own.kind) = (j.organization, $4, j.judgment_id, 'override')
        and not own.archived
    where j.organization = $1 and j.name = $3 and j.kind = 'judgment' and not j.archived order by chain.position limit 1`,
};

/** The judgment itself, wherever it is read from. */
const byId: Named = {
  name: 'judgment-by-id',
  text: `
    select judgment_id, name, scope, active_version, copied, engine, type, options, levels, features, parts, alternatives, queue,
      coalesce(thresholds, '{}') as thresholds
    from judgment where organization = $1 and scope = $2 and judgment_id = $3 and kind = 'judgment' and not archived`,
};

const nameOf: Named = {
  name: 'judgment-name',
  text: `select name from judgment where organization = $1 and judgment_id = $2 and kind = 'judgment' and not archived`,
};

@Injectable()
export class JudgmentStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * Stores a snapshot.
   * @param settings what the fact says beside the snapshot; settings that are as by default are left out
   */
  async keep(snapshot: JudgmentSnapshot, { outcomes, alternatives, queue }: KeptSettings): Promise<void> {
    const { rowCount } = await this.database.query(keep, [
      snapshot.organization,
      snapshot.scope,
      snapshot.judgment_id,
      snapshot.kind,
      snapshot.name,
      snapshot.revision,
      snapshot.active_version,
      snapshot.type,
      snapshot.options === null ? null : JSON.stringify(snapshot.options),
      snapshot.levels === null ? null : JSON.stringify(snapshot.levels),
      JSON.stringify(outcomes),
      snapshot.archived,
      snapshot.copied ? JSON.stringify(snapshot.copied) : null,
      snapshot.thresholds ? JSON.stringify(snapshot.thresholds) : null,
      snapshot.horizon_ms ?? 0,
      snapshot.features ? JSON.stringify(snapshot.features) : null,
      snapshot.parts ? JSON.stringify(snapshot.parts) : null,
      alternatives ? JSON.stringify(alternatives) : null,
      queue ? JSON.stringify(queue) : null,
      (snapshot.engine as Partial<EngineRef>).name ?? null,
    ]);
    const isImplicit = 'implicit' in outcomes && !snapshot.archived;
    if (rowCount === 0 || isImplicit || snapshot.kind !== 'judgment') return;
    // Without the setting `implicit` no answer waits for the end of a window.
    await this.database.query(dropWindows, [snapshot.organization, snapshot.judgment_id, snapshot.scope]);
  }

  /**
   * The judgment of a name that is in force in a namespace or template prefix; the most specific scope wins.
   * @throws Problem `not_found` when there is none
   */
  async find(organization: string, namespace: string, name: string): Promise<Judgment> {
    const { rows } = await this.database.query<Judgment>(find, [organization, scopeChain(namespace), name, namespace]);
    if (rows.length === 0) {
      throw new Problem('not_found', `There is no judgment \`${name}\` in \`${namespace}\`; create it first.`);
    }
    return rows[0];
  }

  /** A judgment in the scope that it was created in; null when it is archived or gone. */
  async findOwn(organization: string, scope: string, judgmentId: string): Promise<Judgment | null> {
    return (await this.database.query<Judgment>(byId, [organization, scope, judgmentId])).rows[0] ?? null;
  }

  /** The name of a judgment, for requests to judgments; null when calibration knows no such judgment or it is archived. */
  async readNameOf(organization: string, judgmentId: string): Promise<string | null> {
    const { rows } = await this.database.query<{ name: string }>(nameOf, [organization, judgmentId]);
    return rows[0]?.name ?? null;
  }
}
