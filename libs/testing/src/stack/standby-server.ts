import {
  findFreePort,
  losePostgres,
  promoteStandby,
  runPostgres,
  startGuard,
  startStandby,
  stopPostgres,
} from '@app/servers';
import type { PostgresControl } from '@app/servers';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TcpProxy } from '../proxy/tcp-proxy';

/** A stack's second Postgres, which the first waits for at each commit. */
export class StandbyServer {
  private constructor(
    private readonly control: PostgresControl,
    private readonly admin: TcpProxy,
  ) {}

  /** @param adminUrl the administrator's address of the database on the primary */
  static async open(
    primary: PostgresControl,
    adminUrl: string,
    closers: (() => Promise<void>)[],
  ): Promise<StandbyServer> {
    const folder = mkdtempSync(join(tmpdir(), 'judgment-standby-'));
    chmodSync(folder, 0o755);
    const guard = startGuard(folder, true);
    closers.push(() => guard.release());
    const control = await startStandby(primary, folder, await findFreePort());
    closers.push(() => stopPostgres(control));
    const admin = await TcpProxy.open(adminUrl);
    closers.push(() => admin.close());
    return new StandbyServer(control, admin);
  }

  /** The administrator's address of the database, which leads to whichever is the primary. */
  get adminUrl(): string {
    return this.admin.url;
  }

  async stop(): Promise<void> {
    await stopPostgres(this.control);
  }

  async start(): Promise<void> {
    await runPostgres(this.control);
  }

  /** @returns the port of the new primary */
  async takeOver(primary: PostgresControl): Promise<number> {
    await losePostgres(primary);
    await promoteStandby(this.control);
    this.admin.moveTo(this.control.port);
    return this.control.port;
  }
}
