import { DATABASE } from '@app/boot';
import { ScoringRecorded } from '@app/contracts/judgments';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { keepAnswers } from '../alternative/sample/answer.store';
import { holdOpen } from './run.store';

/** Keeps what the asks of a run came to until the run ends; what comes later is dropped. Nothing becomes an answer of record. */
@Injectable()
export class RepeatRecordedHandler {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async applyRecorded(fact: ScoringRecorded): Promise<void> {
    await this.database.transaction('calibration.repeat-recorded', async (tx) => {
      if (await holdOpen(tx, fact.run)) await keepAnswers(tx, fact, fact.labels);
    });
  }
}
