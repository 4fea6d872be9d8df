import { DATABASE } from '@app/boot';
import { Freshness, Thresholds } from '@app/definition';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Override } from './judgment';

interface OverrideRow {
  judgment_id: string;
  scope: string;
  thresholds: Thresholds | null;
  freshness: Freshness | null;
  revision: string;
}

type Reader = Pick<Tx, 'query'>;

const selected = 'select o.* from judgment_override o join judgment j on j.id = o.judgment_id';

function fromRow({ judgment_id: judgmentId, revision, ...row }: OverrideRow): Override {
  return { ...row, judgmentId, revision: Number(revision) };
}

/** What namespaces change of the judgments they inherit: one small row a namespace and judgment. */
@Injectable()
export class OverrideStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  async of(organization: string, scope: string, reader: Reader = this.db): Promise<Override[]> {
    const { rows } = await reader.query<OverrideRow>(
      { name: 'override-of-scope', text: `${selected} where j.organization = $1 and o.scope = $2` },
      [organization, scope],
    );
    return rows.map(fromRow);
  }

  /** The override of a judgment by its name that changed last; null when the namespace never had one. */
  async latest(organization: string, scope: string, name: string): Promise<Override | null> {
    const { rows } = await this.db.query<OverrideRow>(
      `${selected} where j.organization = $1 and o.scope = $2 and j.name = $3 order by o.revision desc limit 1`,
      [organization, scope, name],
    );
    return rows.length > 0 ? fromRow(rows[0]) : null;
  }

  /** One that leaves everything to the template stays as a row: its revision tells holders that it was reset. */
  async put(tx: Tx, override: Override): Promise<void> {
    await tx.query(
      `insert into judgment_override (judgment_id, scope, thresholds, freshness, revision) values ($1, $2, $3, $4, $5)
       on conflict (judgment_id, scope) do update
         set thresholds = excluded.thresholds, freshness = excluded.freshness, revision = excluded.revision`,
      [
        override.judgmentId,
        override.scope,
        override.thresholds && JSON.stringify(override.thresholds),
        override.freshness && JSON.stringify(override.freshness),
        override.revision,
      ],
    );
  }
}
