import { CONFIG, DATABASE, PoolBeside } from '@app/boot';
import type { Connection } from '@app/persistence';
import { Database, Named, PoolBusy, Queryable } from '@app/persistence';
import { Problem, fullOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import type { QueryResult, QueryResultRow } from 'pg';
import { isTimeOver } from './time-over';

/** Kept for the reply of a call, beside the time that its statement may take. */
const replyMs = 500;
const maxStatementMs = 30_000;
const workerWaitMs = 1_000;

/** The time that a call has left, in milliseconds. */
export interface CallTime {
  readonly leftMs: number;
}

/** A statement did not end in its time. */
export class ScanTimeOver extends Problem {
  constructor() {
    const message = 'The scan did not end in its time; narrow the filter by an attribute or an answer, or try again.';
    super('unavailable', message, {}, { retryAfterS: 5 });
  }
}

/**
 * Connections of statements that may look at many documents: queries, counts, samples and the search of walks. Writes,
 * reads by id and the fetches of judging have others, so a scan cannot hold these up. No organization takes more than
 * a quarter of them at once, and each statement ends with its call.
 */
@Injectable()
export class ScanPool extends PoolBeside {
  /** Connections that one organization has at most. */
  readonly share: number;

  constructor(@Inject(CONFIG) config: { scanPoolSize: number }, @Inject(DATABASE) shared: Database) {
    const { scanPoolSize: poolSize } = config;
    const share = Math.ceil(poolSize / 4);
    super(shared, { name: 'scans', poolSize, most: share });
    this.share = share;
  }

  /**
   * Statements of one organization.
   * @param call that waits for them; a worker leaves it out, and waits for the organization's share a moment only, since
   *   it works for others, too
   */
  of(organization: string, call?: CallTime): Queryable {
    return {
      query: <R extends QueryResultRow>(statement: Named | string, values: unknown[] = []) =>
        this.run<R>(organization, call, statement, values),
    };
  }

  /** @throws Problem `rate_limited` when the organization's share stays taken; ScanTimeOver */
  private async run<R extends QueryResultRow>(
    organization: string,
    call: CallTime | undefined,
    statement: Named | string,
    values: unknown[],
  ): Promise<QueryResult<R>> {
    const scan = async (connection: Connection): Promise<QueryResult<R>> => {
      await connection.setStatementTimeout(timeoutOf(call ? call.leftMs - replyMs : maxStatementMs));
      return connection.query<R>(statement, values);
    };
    const waitMs = call ? call.leftMs - replyMs : workerWaitMs;
    try {
      return await this.pool.withConnection('documents.scan', scan, { organization, waitMs });
    } catch (error) {
      if (error instanceof PoolBusy) throw shareTaken();
      throw isTimeOver(error) ? new ScanTimeOver() : error;
    }
  }
}

/** Whole seconds, so that calls with about the same time need no statement of their own. */
function timeoutOf(leftMs: number): number {
  return Math.min(maxStatementMs, Math.max(1, Math.ceil(leftMs / 1000)) * 1000);
}

function shareTaken(): Problem {
  const message =
    'Scans of this organization take all the connections that it may have; send fewer queries at once, or narrow them.';
  return fullOf('documents.scan', message, 1);
}
