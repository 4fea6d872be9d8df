import { Delivered } from '@app/bus';
import { AnswerRecorded, DocumentDeleted, NamespaceDeleted } from '@app/contracts';
import { killPoint } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { labelOf } from '../outcome/bound-outcome';
import { WindowStore } from '../window/window.store';
import { Arrived, BindingStore } from './binding.store';

@Injectable()
export class BindingHandler {
  constructor(
    private readonly store: BindingStore,
    private readonly windows: WindowStore,
  ) {}

  /** `same` says that the answer before stands: nothing came. */
  async recorded(batch: Delivered<AnswerRecorded>[]): Promise<void> {
    const arrived = batch.flatMap(({ payload: { organization, namespace, answers } }) =>
      answers.flatMap((answer): Arrived[] => {
        const label = answer.same ? null : labelOf(answer);
        return label
          ? [{ organization, namespace, judgmentId: answer.judgment_id, document: answer.document, label }]
          : [];
      }),
    );
    await killPoint('calibration.binding.before-write');
    await this.store.bind(arrived);
    await this.windows.open(arrived);
    await killPoint('calibration.binding.after-commit');
  }

  documentsDeleted({ organization, namespace, documents }: DocumentDeleted): Promise<void> {
    return this.store.markDeleted(organization, namespace, documents);
  }

  namespaceDeleted({ organization, namespace }: NamespaceDeleted): Promise<void> {
    return this.store.erase(organization, namespace);
  }
}
