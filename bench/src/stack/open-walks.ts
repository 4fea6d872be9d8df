import { databaseUrl } from '@app/servers';
import { Client } from 'pg';
import { Stack } from './stack';

/** Changes that are no walks yet, and walks. */
const open = `select from documents.namespace n where n.name = $1 and (
  exists (select from documents.related_change c where c.namespace_id = n.id)
  or exists (select from documents.fanout_walk w where w.namespace_id = n.id))`;

/** The fan-outs of a stack, by its own Postgres: no route shows whether one has ended whose answers nobody judges again. */
export class OpenWalks {
  private constructor(private readonly postgres: Client) {}

  static async open({ adminUrl }: Stack): Promise<OpenWalks> {
    const postgres = new Client({ connectionString: databaseUrl(adminUrl) });
    await postgres.connect();
    return new OpenWalks(postgres);
  }

  /** Whether a change has still to reach answers of a namespace. */
  async isWalking(namespace: string): Promise<boolean> {
    return ((await this.postgres.query(open, [namespace])).rowCount ?? 0) > 0;
  }

  close(): Promise<void> {
    return this.postgres.end();
  }
}
