import { OrganizationMarks, Plan } from '@app/contracts';
import { Database, Tx, newId } from '@app/persistence';
import { OrganizationLimits } from '../key/key';
import { nextRevision } from '../key/key.store';

export interface OrganizationRow {
  id: string;
  name: string;
  plan: Plan;
  suggestions: boolean;
  non_production_prefixes: string[];
  requests_per_second_per_key: number | null;
  requests_per_second_per_org: number | null;
  concurrent_reads: number | null;
  created_at: Date;
}

const columns = `id, name, plan, suggestions, non_production_prefixes, requests_per_second_per_key,
  requests_per_second_per_org, concurrent_reads, created_at`;

/** Organizations and their members in Postgres. */
export class OrganizationStore {
  constructor(private readonly database: Database) {}

  async byId(id: string): Promise<OrganizationRow | null> {
    const { rows } = await this.database.query<OrganizationRow>(`select ${columns} from organization where id = $1`, [
      id,
    ]);
    return rows[0] ?? null;
  }

  /** Which of an organization's namespaces are no production; none of one that is gone. */
  async marks(id: string): Promise<OrganizationMarks> {
    return { non_production_prefixes: (await this.byId(id))?.non_production_prefixes ?? [] };
  }

  /** By name, or by id. */
  async find(nameOrId: string): Promise<OrganizationRow | null> {
    const { rows } = await this.database.query<OrganizationRow>(
      `select ${columns} from organization where name = $1 or id = $1 order by (id = $1) desc limit 1`,
      [nameOrId],
    );
    return rows[0] ?? null;
  }

  /** Makes it when there is none of that name. @returns whether it was made */
  async create(tx: Tx, name: string, plan: Plan): Promise<boolean> {
    const revision = await nextRevision(tx);
    const { rowCount } = await tx.query(
      'insert into organization (id, name, plan, revision) values ($1, $2, $3, $4) on conflict (name) do nothing',
      [newId('org'), name, plan, revision],
    );
    return rowCount === 1;
  }

  async setPlan(tx: Tx, id: string, plan: Plan): Promise<void> {
    const revision = await nextRevision(tx);
    await tx.query('update organization set plan = $2, revision = $3 where id = $1', [id, plan, revision]);
  }

  async setMarks(tx: Tx, id: string, prefixes: readonly string[]): Promise<OrganizationRow> {
    const { rows } = await tx.query<OrganizationRow>(
      `update organization set non_production_prefixes = $2 where id = $1 returning ${columns}`,
      [id, prefixes],
    );
    return rows[0];
  }

  /** Sets what is named; null goes back to the default, what is left out stays. */
  async setLimits(tx: Tx, id: string, limits: Partial<OrganizationLimits>): Promise<void> {
    const revision = await nextRevision(tx);
    const names = {
      requestsPerSecondPerKey: 'requests_per_second_per_key',
      requestsPerSecondPerOrg: 'requests_per_second_per_org',
      concurrentReads: 'concurrent_reads',
    } as const;
    for (const [limit, column] of Object.entries(names)) {
      const value = limits[limit as keyof OrganizationLimits];
      if (value !== undefined) await tx.query(`update organization set ${column} = $2 where id = $1`, [id, value]);
    }
    await tx.query('update organization set revision = $2 where id = $1', [id, revision]);
  }

  /** An address that the operator enters counts as verified (docs/decisions/0007-mails-are-rows.md). */
  async addMember(tx: Tx, organizationId: string, email: string, role: string): Promise<string> {
    const { rows } = await tx.query<{ id: string }>(
      `insert into member (id, organization_id, email, role, verified_at) values ($1, $2, $3, $4, app.now())
       on conflict (organization_id, email) do update
         set role = $4, verified_at = coalesce(member.verified_at, excluded.verified_at)
       returning id`,
      [newId('usr'), organizationId, email.toLowerCase(), role],
    );
    return rows[0].id;
  }
}
