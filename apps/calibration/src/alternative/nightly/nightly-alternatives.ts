import { CLOCK, DATABASE, LOGGER } from '@app/boot';
import { Call } from '@app/bus';
import type { Clock, Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { minLabels } from '../../figure/fit/make-fit';
import { ownCaller } from '../../judgment/own-caller';
import { Subject } from '../subject/subject';
import { SubjectService } from '../subject/subject.service';
import { monthOf } from '../table/month';
import { AutomaticService } from './automatic.service';
import { dropOldRuns } from './expiry.store';
import { DueTable, NightlyWork, readDueTables } from './nightly-alternatives.store';
import { RecountService } from './recount.service';
import { TuningService } from './tuning.service';

/** Labels of a fit from which narrowings are looked at. */
const minToTune = 50;
const limitMs = 60_000;

/** The nightly work on tables: runs of long ago are deleted, scores follow corrected labels, automatic runs start, narrowings are looked at. */
@Injectable()
export class NightlyAlternatives {
  constructor(
    private readonly subjects: SubjectService,
    private readonly recounts: RecountService,
    private readonly automatic: AutomaticService,
    private readonly tuning: TuningService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param keep renews the role of the night; false when another process has it: that one continues */
  async work(keep: () => Promise<boolean>): Promise<void> {
    await dropOldRuns(this.database, keep);
    await this.walk('recounted', 0, keep, (subject) => this.recounts.recount(subject));
    await this.walk('automatic', minLabels, keep, (subject) => this.automatic.start(subject));
    if (!this.tuning.isOff) await this.walk('tuned', minToTune, keep, (subject) => this.tuning.start(subject));
  }

  private async walk(
    work: NightlyWork,
    labels: number,
    keep: () => Promise<boolean>,
    step: (subject: Subject) => Promise<void>,
  ): Promise<void> {
    const month = monthOf(this.clock.now());
    for (let after: DueTable | null = null; ;) {
      const due: DueTable[] = await readDueTables(this.database, work, month, labels, after);
      for (const one of due) {
        if (!(await keep())) return;
        await this.workOne(work, one, step);
      }
      after = due.at(-1) ?? null;
      if (after === null) return;
    }
  }

  /** A table that cannot be worked on waits for the next night; the others go on. */
  private async workOne(work: NightlyWork, due: DueTable, step: (subject: Subject) => Promise<void>): Promise<void> {
    const { organization, judgment_id, scope, name } = due;
    try {
      const judgment = await this.subjects.find(organization, scope, name);
      await step(await this.subjects.load(organization, judgment, Call.within(limitMs, ownCaller(organization))));
    } catch (error) {
      if (error instanceof Problem && error.kind !== 'unavailable') {
        this.logger.info(
          { organization, judgment_id, scope, work, code: error.code },
          'a table was left out of the night',
        );
        return;
      }
      this.logger.warn({ err: error, organization, judgment_id, scope, work }, 'the night of a table failed');
    }
  }
}
