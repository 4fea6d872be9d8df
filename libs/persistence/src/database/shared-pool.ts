import { Problem } from '@app/problem';
import { Pool } from 'pg';
import { FairGate } from '../gate/fair-gate';
import { Connection } from './connection';
import { answerLimitMs, organizationAtWork } from './deadline';
import { translateFault } from './fault';
import { assertHoldsNone } from './one-connection';
import { PoolOptions, connectTimeoutMs, openPool } from './pool';

/** How organizations share the connections of a pool. */
export interface Sharing {
  /** Connections that only work without an organization takes. */
  own: number;
  /** The most connections of one organization, also while nobody else wants one; without a bound when left out. */
  most?: number;
}

/** How work waits for a connection. */
export interface Waiting {
  /** Whose share it takes; that of the call under way when left out. */
  organization?: string | null;
  /** The longest wait for a connection, in milliseconds; 5 s when left out, and never longer than the call. */
  waitMs?: number;
}

/** What a pool does now: its connections, and the pieces of work that wait for one. */
export interface Pooled {
  busy: number;
  idle: number;
  waiting: number;
}

/** Others hold the connections of a pool. Nothing has run. */
export class PoolBusy extends Problem {
  constructor() {
    super(
      'unavailable',
      'Too much work waits for the database; try again shortly.',
      {},
      { retryAfterS: 1, cause: new Error('time-out: no connection of the pool came free') },
    );
  }
}

/** The connections of a pool behind a gate, so that no organization holds up the others. */
export class SharedPool {
  private readonly pool: Pool;
  private readonly gate: FairGate;

  constructor(options: PoolOptions, sharing: Sharing) {
    this.pool = openPool(options);
    this.gate = new FairGate({ slots: options.poolSize, ...sharing });
  }

  /**
   * @param onAnswer is called for each answer of the server on this connection
   * @throws PoolBusy; Problem `unavailable` when the server cannot be reached; Error of `assertHoldsNone`
   */
  async connect(
    onAnswer: () => void,
    { organization = organizationAtWork(), waitMs = connectTimeoutMs }: Waiting = {},
  ): Promise<Connection> {
    assertHoldsNone();
    const leave = await this.gate.take(organization, Math.min(waitMs, answerLimitMs()));
    if (leave === null) throw new PoolBusy();
    try {
      return new Connection(await this.pool.connect(), onAnswer, leave);
    } catch (error) {
      leave();
      throw translateFault(error);
    }
  }

  get pooled(): Pooled {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: this.gate.waiting + waitingCount };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
