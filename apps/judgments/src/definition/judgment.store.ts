import { DATABASE } from '@app/boot';
import { CopiedVersion, Definition, Freshness, OutcomeSetting, Thresholds } from '@app/definition';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Judgment, StoredVersion } from './judgment';

interface JudgmentRow {
  id: string;
  row: string;
  organization: string;
  scope: string;
  name: string;
  active_version: number;
  copied: CopiedVersion | null;
  last_version: number;
  freshness: Freshness;
  thresholds: Thresholds;
  outcomes: OutcomeSetting;
  revision: string;
  archived: boolean;
  definition: Definition;
  earlier_paths: string[];
  render_format: 1;
  answered: boolean;
}

export interface VersionRow extends StoredVersion {
  hash: string;
  created_at: Date;
}

type Reader = Pick<Tx, 'query'>;

const columns = `coalesce(j.key, j.id) as id, j.id as row, j.copied, j.organization, j.scope, j.name, j.active_version, j.last_version, j.freshness, j.thresholds,
  j.outcomes, j.revision, j.archived, j.earlier_paths, v.definition, v.render_format, v.answered`;
const versionColumns = 'version, definition, hash, created_at, render_format, answered';
const joined = 'from judgment j join judgment_version v on v.judgment_id = j.id and v.version = j.active_version';

function fromRow(row: JudgmentRow): Judgment {
  return {
    id: row.id,
    row: row.row,
    organization: row.organization,
    scope: row.scope,
    name: row.name,
    activeVersion: row.active_version,
    copied: row.copied,
    lastVersion: row.last_version,
    freshness: row.freshness,
    thresholds: row.thresholds,
    outcomes: row.outcomes,
    revision: Number(row.revision),
    archived: row.archived,
    definition: row.definition,
    earlierPaths: row.earlier_paths,
    isAnswered: row.answered,
    format: row.render_format,
  };
}

/** Rows of judgments, their versions and overrides. */
@Injectable()
export class JudgmentStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /**
   * The organization's next revision. Its row stays locked until the transaction ends, so changes of one organization
   * come one after another and what they read before they write still holds.
   */
  async nextRevision(tx: Tx, organization: string): Promise<number> {
    const { rows } = await tx.query<{ revision: string }>(
      `insert into revision as r (organization, revision) values ($1, 1)
       on conflict (organization) do update set revision = r.revision + 1 returning revision`,
      [organization],
    );
    return Number(rows[0].revision);
  }

  /** Active judgments of some scopes, by scope and name. */
  async onScopes(organization: string, scopes: readonly string[], reader: Reader = this.db): Promise<Judgment[]> {
    const { rows } = await reader.query<JudgmentRow>(
      {
        name: 'judgment-on-scopes',
        text: `select ${columns} ${joined} where j.organization = $1 and j.scope = any($2) and not j.archived order by j.scope, j.name`,
      },
      [organization, scopes],
    );
    return rows.map(fromRow);
  }

  async named(organization: string, scope: string, name: string, reader: Reader = this.db): Promise<Judgment | null> {
    const { rows } = await reader.query<JudgmentRow>(
      `select ${columns} ${joined} where j.organization = $1 and j.scope = $2 and j.name = $3 and not j.archived`,
      [organization, scope, name],
    );
    return rows.length > 0 ? fromRow(rows[0]) : null;
  }

  /** The judgment that a name stood for last, archived or not. */
  async latest(organization: string, scope: string, name: string): Promise<Judgment | null> {
    const { rows } = await this.db.query<JudgmentRow>(
      `select ${columns} ${joined} where j.organization = $1 and j.scope = $2 and j.name = $3 order by j.revision desc limit 1`,
      [organization, scope, name],
    );
    return rows.length > 0 ? fromRow(rows[0]) : null;
  }

  /** A namespace's detached copies. */
  async copiesOf(organization: string, scope: string): Promise<Judgment[]> {
    const { rows } = await this.db.query<JudgmentRow>(
      {
        name: 'judgment-copies',
        text: `select ${columns} ${joined} where j.organization = $1 and j.scope = $2 and j.key is not null and not j.archived`,
      },
      [organization, scope],
    );
    return rows.map(fromRow);
  }

  /** By id, archived ones too; a detached copy is its namespace's and not found here. */
  async byIds(organization: string, ids: readonly string[]): Promise<Judgment[]> {
    const { rows } = await this.db.query<JudgmentRow>(
      { name: 'judgment-by-ids', text: `select ${columns} ${joined} where j.organization = $1 and j.id = any($2)` },
      [organization, ids],
    );
    return rows.map(fromRow);
  }

  async revisionOf(organization: string): Promise<number> {
    const { rows } = await this.db.query<{ revision: string }>(
      { name: 'revision-of', text: 'select revision from revision where organization = $1' },
      [organization],
    );
    return rows.length > 0 ? Number(rows[0].revision) : 0;
  }

  /** Scopes and names that count against the limits of a scope: its own and every template's. */
  async takenNames(tx: Tx, organization: string, scope: string): Promise<{ scope: string; name: string }[]> {
    const { rows } = await tx.query<{ scope: string; name: string }>(
      `select scope, name from judgment where organization = $1 and not archived and (scope = $2 or scope like '%/*')`,
      [organization, scope],
    );
    return rows;
  }

  /** The greatest version that a name ever had on a scope; 0 when it is new. */
  async lastVersion(tx: Tx, organization: string, scope: string, name: string): Promise<number> {
    const { rows } = await tx.query<{ last: number | null }>(
      'select max(last_version) as last from judgment where organization = $1 and scope = $2 and name = $3',
      [organization, scope, name],
    );
    return rows[0].last ?? 0;
  }

  async insert(tx: Tx, judgment: Judgment, hash: string): Promise<void> {
    await tx.query(
      `insert into judgment (id, organization, scope, name, active_version, last_version, freshness, thresholds, revision,
         key, copied, earlier_paths, outcomes)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        judgment.row,
        judgment.organization,
        judgment.scope,
        judgment.name,
        judgment.activeVersion,
        judgment.lastVersion,
        JSON.stringify(judgment.freshness),
        JSON.stringify(judgment.thresholds),
        judgment.revision,
        judgment.id === judgment.row ? null : judgment.id,
        judgment.copied && JSON.stringify(judgment.copied),
        JSON.stringify(judgment.earlierPaths),
        JSON.stringify(judgment.outcomes),
      ],
    );
    await this.insertVersion(tx, judgment, judgment.activeVersion, judgment.definition, hash);
  }

  async insertVersion(
    tx: Tx,
    judgment: Judgment,
    version: number,
    definition: Definition,
    hash: string,
  ): Promise<void> {
    await tx.query(
      `insert into judgment_version (judgment_id, version, definition, hash, render_format) values ($1, $2, $3, $4, $5)`,
      [judgment.row, version, JSON.stringify(definition), hash, judgment.format],
    );
  }

  /** The version that is active no more keeps its answers, and is marked as one that has some. */
  async update(tx: Tx, judgment: Judgment): Promise<void> {
    await tx.query(
      `with left_behind as (update judgment_version v set answered = true from judgment j
         where j.id = $1 and j.active_version <> $2 and v.judgment_id = j.id and v.version = j.active_version)
       update judgment set active_version = $2, last_version = $3, freshness = $4, thresholds = $5, revision = $6,
         archived = $7, earlier_paths = $8, outcomes = $9, updated_at = app.now() where id = $1`,
      [
        judgment.row,
        judgment.activeVersion,
        judgment.lastVersion,
        JSON.stringify(judgment.freshness),
        JSON.stringify(judgment.thresholds),
        judgment.revision,
        judgment.archived,
        JSON.stringify(judgment.earlierPaths),
        JSON.stringify(judgment.outcomes),
      ],
    );
  }

  /** A version that is not active gets answers. */
  async markAnswered(tx: Tx, row: string, version: number): Promise<void> {
    await tx.query(
      'update judgment_version set answered = true where judgment_id = $1 and version = $2 and not answered',
      [row, version],
    );
  }

  async versionByHash(reader: Reader = this.db, row: string, hash: string): Promise<VersionRow | null> {
    const { rows } = await reader.query<VersionRow>(
      `select ${versionColumns} from judgment_version where judgment_id = $1 and hash = $2`,
      [row, hash],
    );
    return rows[0] ?? null;
  }

  async version(reader: Reader = this.db, row: string, version: number): Promise<VersionRow | null> {
    const { rows } = await reader.query<VersionRow>(
      `select ${versionColumns} from judgment_version where judgment_id = $1 and version = $2`,
      [row, version],
    );
    return rows[0] ?? null;
  }

  /** Versions below one, newest first. */
  async versions(row: string, below: number | null, limit: number): Promise<VersionRow[]> {
    const { rows } = await this.db.query<VersionRow>(
      `select ${versionColumns} from judgment_version
       where judgment_id = $1 and ($2::int is null or version < $2) order by version desc limit $3`,
      [row, below, limit],
    );
    return rows;
  }
}
