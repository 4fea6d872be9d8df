import { ProxiedConnection, TcpProxy } from './tcp-proxy';

/** The connection is reset: `lost`, before the server got the commit; `unanswered`, after it has committed. */
export type CommitFault = 'lost' | 'unanswered';

/** Statements without values, as `pg` sends them: text that ends with a zero. */
const begin = 'begin\0';
const commit = 'commit\0';

/** A proxy before Postgres that can also break a connection in a commit. */
export class PostgresProxy extends TcpProxy {
  /** Commits broken so far. */
  brokenCommits = 0;
  private trap: { mark: string; fault: CommitFault } | undefined;
  /** What clients sent in the transaction under way, while a trap is set. */
  private readonly sent = new WeakMap<ProxiedConnection, string>();
  private readonly unanswered = new WeakSet<ProxiedConnection>();

  /** @param target address of the server, with host and port */
  static override async open(target: string): Promise<PostgresProxy> {
    return new PostgresProxy(await TcpProxy.listen(), new URL(target));
  }

  /** Breaks the connection on which the next transaction commits that carried `mark` in a statement or in a value. */
  breakCommit(mark: string, fault: CommitFault): void {
    this.trap = { mark, fault };
  }

  protected override fromClient(connection: ProxiedConnection, bytes: Buffer): void {
    const fault = this.faultOf(connection, bytes);
    if (fault === 'lost') return this.break(connection);
    if (fault === 'unanswered') this.unanswered.add(connection);
    super.fromClient(connection, bytes);
  }

  protected override fromServer(connection: ProxiedConnection, bytes: Buffer): void {
    if (this.unanswered.has(connection)) this.break(connection);
    else super.fromServer(connection, bytes);
  }

  private faultOf(connection: ProxiedConnection, bytes: Buffer): CommitFault | null {
    if (!this.trap) return null;
    const all = (this.sent.get(connection) ?? '') + bytes.toString('latin1');
    const transaction = all.slice(Math.max(0, all.lastIndexOf(begin)));
    this.sent.set(connection, transaction);
    const { mark, fault } = this.trap;
    if (!transaction.includes(mark) || !transaction.endsWith(commit)) return null;
    this.trap = undefined;
    return fault;
  }

  private break({ client, server }: ProxiedConnection): void {
    this.brokenCommits += 1;
    client.resetAndDestroy();
    server.destroy();
  }
}
