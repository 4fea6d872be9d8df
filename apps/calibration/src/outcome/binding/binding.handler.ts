import { DATABASE } from '@app/boot';
import { Delivered } from '@app/bus';
import { AnswerRecorded } from '@app/contracts/judgments';
import { Database, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ArrivedLabel, labelOf } from '../label/label';
import { openWindows } from './window.store';
import { bindWaiting } from './binding.store';

@Injectable()
export class BindingHandler {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Binds waiting outcomes to the new answers and opens their windows. An answer with `same` repeats the one before. */
  async bindRecorded(batch: Delivered<AnswerRecorded>[]): Promise<void> {
    const arrived = batch.flatMap(({ payload: { organization, namespace, answers } }) =>
      answers.flatMap((answer): ArrivedLabel[] => {
        const label = answer.same ? null : labelOf(answer);
        return label
          ? [{ organization, namespace, judgmentId: answer.judgment_id, document: answer.document, label }]
          : [];
      }),
    );
    await killPoint('calibration.binding.before-write');
    await bindWaiting(this.database, arrived);
    await openWindows(this.database, arrived);
    await killPoint('calibration.binding.after-commit');
  }
}
