import { DATABASE } from '@app/boot';
import { ScoringRecorded } from '@app/contracts/judgments';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { keepAnswers } from '../sample/answer.store';
import { setRowState } from './run.store';

/** Keeps what judgments recorded of a row. Twice, late and in any order it comes to the same. */
@Injectable()
export class RecordedHandler {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async applyRecorded(fact: ScoringRecorded): Promise<void> {
    await this.database.transaction('calibration.alternatives-recorded', async (tx) => {
      await keepAnswers(tx, fact, fact.labels);
      // A row never mixes epochs: it stays unscored and is quoted again.
      if (fact.stopped) await setRowState(tx, fact.run, fact.alternative, 'stopped');
    });
  }
}
