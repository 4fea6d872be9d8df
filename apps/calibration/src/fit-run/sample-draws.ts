import { DATABASE } from '@app/boot';
import { sampleDrawn } from '@app/contracts/calibration';
import { Database, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DueDraw, drawLabels, markDrawn, readDueDraws } from './sample-draws.store';

/** Answers of one fact: a draw goes in parts. */
const answersPerFact = 250;

/**
 * Draws the labels from which comparisons will take their sample, each night where labels have changed, so that judgments
 * keeps the contexts of their answers past the age at which contexts are dropped.
 */
@Injectable()
export class SampleDraws {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Draws all that is due. A kill between two draws leaves the rest due. */
  async drawAll(): Promise<void> {
    for (let due = await readDueDraws(this.database); due.length > 0; due = await readDueDraws(this.database)) {
      for (const one of due) await this.draw(one);
    }
  }

  private async draw(due: DueDraw): Promise<void> {
    const { organization, judgment_id, version, engine_version } = due;
    await this.database.transaction('calibration.sample', async (tx) => {
      const answers = await drawLabels(tx, due);
      const parts = Array.from({ length: Math.ceil(answers.length / answersPerFact) }, (_, at) =>
        answers.slice(at * answersPerFact, (at + 1) * answersPerFact),
      );
      const about = { organization, judgment_id, version, engine_version };
      await addToOutbox(
        tx,
        parts.map((part) => factRow(sampleDrawn, { ...about, answers: part })),
      );
      await markDrawn(tx, due);
    });
  }
}
