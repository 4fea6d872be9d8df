import { Client, ClientBase, ClientConfig, Pool, PoolConfig } from 'pg';

export interface PoolOptions {
  url: string;
  /** The service's schema; its role owns it and sees no other. */
  schema: string;
  /** Connections of this process. */
  poolSize: number;
  /**
   * `by_index` for a service whose every statement goes by key: a plan made while the tables were empty or unanalysed
   * must not be a hash join over a whole queue. `free` (the default) leaves the planner alone.
   */
  plans?: 'by_index' | 'free';
  /** Whether the process has another pool for its writes. Such connections have a name of their own on the server. */
  isBeside?: boolean;
}

type SessionOptions = Pick<PoolOptions, 'schema' | 'plans' | 'isBeside'>;

/** SQL of the name, on the server, of connections beside those that write. */
export const besideName = `current_schema() || ' beside'`;

export const statementTimeoutMs = 30_000;
export const connectTimeoutMs = 5000;
/** An idle connection is asked for a sign of life after this time; the system gives it up 10 s later. */
const keepAliveAfterMs = 10_000;

/**
 * Without a listener, pg's `error` event ends the process when a connection breaks between two statements. The next
 * query on the connection reports the failure.
 */
class ListenedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

export function openPool(options: PoolOptions): Pool {
  // The types of `pg` know the option on the pool's own class alone.
  const config: PoolConfig & { Client: typeof Client } = {
    ...clientConfig(options.url),
    max: options.poolSize,
    Client: ListenedClient,
    onConnect: (client: ClientBase) => beginSession(client, options),
  };
  const pool = new Pool(config);
  pool.on('error', () => undefined);
  return pool;
}

/** How every connection to Postgres is made. */
export function clientConfig(url: string): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  };
}

/** Makes the settings of a new connection, before its first statement. */
export async function beginSession(client: ClientBase, options: SessionOptions): Promise<void> {
  const statement = { text: sessionSettings(options), query_timeout: connectTimeoutMs };
  await client.query(statement);
}

/**
 * Settings of every connection as statements: a pooler such as PgBouncer refuses those that come with the start of a
 * connection.
 */
export function sessionSettings({ schema, plans, isBeside }: SessionOptions): string {
  const settings = {
    application_name: isBeside ? `${schema} beside` : schema,
    search_path: `${schema},app`,
    // Statements may select a timestamp as text.
    timezone: 'UTC',
    datestyle: 'ISO',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    // Compiling a plan costs more than any statement of ours runs; a disabled scan's price would always set it off.
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
    ...(plans === 'by_index' ? { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' } : {}),
  };
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  return `select ${set.join(', ')}; ${endWithClient}`;
}

/** The server ends a statement whose client has gone; from Postgres 15 on, since 14 refuses it on some systems. */
const endWithClient = `select set_config('client_connection_check_interval', '1s', false)
  where current_setting('server_version_num')::int >= 150000`;
