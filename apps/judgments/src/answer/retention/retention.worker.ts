import { CONFIG, DATABASE, LOGGER } from '@app/boot';
import { logWork, msSince } from '@app/observability';
import type { Logger } from '@app/observability';
import { Database, Tx } from '@app/persistence';
import { kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import type { JudgmentsConfig } from '../../app.config';
import { beforeAll, keepPage } from './keep-page.store';
import { nextReplacement } from './replacement';
import {
  Progress,
  Retention,
  advance,
  answerPartitions,
  beginReplacement,
  holdRetention,
  replacePartitions,
  restartReplacement,
  touch,
} from './retention.store';

/**
 * Replaces months of answers that have reached their age by what is kept of them. A turn is one short transaction: it begins
 * a replacement, copies a page, or drops the old partitions and attaches the new one. Of several replicas one works at a
 * time; after a kill the next turn of any goes on.
 */
@Injectable()
export class RetentionWorker {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(CONFIG) private readonly config: Pick<JudgmentsConfig, 'answerRetentionMonths'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One step. @returns whether there may be another one to take at once */
  async turn(): Promise<boolean> {
    try {
      return await this.db.transaction('judgments.answer-retention', (tx) => this.step(tx));
    } catch (error) {
      if (kindOf(error) !== 'unavailable') throw error;
      // A long statement or a dump reads the partitions: a later turn tries again.
      this.logger.warn({ err: error }, 'answers that have reached their age wait for a later turn');
      await touch(this.db);
      return false;
    }
  }

  private async step(tx: Tx): Promise<boolean> {
    const retention = await holdRetention(tx);
    if (retention === null) return false;
    const { progress } = retention;
    if (progress === null) return this.begin(tx, retention);
    if (progress.isLeftAlone) await this.restart(tx, progress);
    else if (progress.source < progress.sources.length) await this.keep(tx, progress);
    else await this.replace(tx, progress);
    return true;
  }

  private async begin(tx: Tx, { now, mayBegin }: Retention): Promise<boolean> {
    if (!mayBegin) return false;
    const next = nextReplacement(await answerPartitions(tx), now, this.config.answerRetentionMonths);
    if (next === null) return false;
    await beginReplacement(tx, next);
    this.logger.info({ replacement: next }, 'answers that have reached their age are being dropped');
    return true;
  }

  private async restart(tx: Tx, { target, looked }: Progress): Promise<void> {
    await restartReplacement(tx);
    this.logger.warn({ target, looked }, 'answers are copied again from the first on: nobody went on for five minutes');
  }

  private async keep(tx: Tx, { sources, source, after, inForceAt }: Progress): Promise<void> {
    const page = await keepPage(tx, sources[source], after, inForceAt);
    const { looked, kept } = page;
    await advance(tx, { source: page.after ? source : source + 1, after: page.after ?? beforeAll, looked, kept });
  }

  private async replace(tx: Tx, progress: Progress): Promise<void> {
    await replacePartitions(tx, progress);
    const { target, sources, looked, kept, beganAt } = progress;
    tx.afterCommit(() =>
      logWork(this.logger, 'walk.ended', () => ({
        walk: 'answer_retention',
        outcome: 'ended',
        target,
        sources: sources.join(' '),
        looked,
        kept,
        ms: msSince(beganAt),
      })),
    );
  }
}
