import { Client, ClientConfig, Pool, PoolConfig } from 'pg';

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
}

export const statementTimeoutMs = 30_000;
const connectTimeoutMs = 5000;
/** Compiling a plan costs more than any statement of ours runs; a disabled scan's price would always set it off. */
const always = '-c jit=off -c plan_cache_mode=force_generic_plan';
const byIndex = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';

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
    connectionString: options.url,
    max: options.poolSize,
    Client: ListenedClient,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    options: sessionOptions(options),
  };
  const pool = new Pool(config);
  pool.on('error', () => undefined);
  return pool;
}

/** Settings of every connection, as Postgres takes them at its start. */
export function sessionOptions({ schema, plans }: Pick<PoolOptions, 'schema' | 'plans'>): string {
  return `-c search_path=${schema},app ${always} ${plans === 'by_index' ? byIndex : ''}`.trim();
}
