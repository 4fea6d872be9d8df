import { DATABASE } from '@app/boot';
import { WrongLabel } from '@app/contracts/calibration';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { FitRow } from '../figure/fit/fit';
import { Selection } from '../judgment/selection';
import { LabelSet } from '../outcome/label/label-set';
import { mostWrong } from './most-wrong';
import { findLabelled } from './wrong-label.store';

/** Names the documents whose labels the reads in use are most wrong about. */
@Injectable()
export class WrongLabels {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @param heldOut reads of the fit; null without one */
  async read(
    selection: Selection,
    version: number,
    set: LabelSet,
    { fit, heldOut }: { fit: Pick<FitRow, 'read_with'> | null; heldOut: Float64Array | null },
  ): Promise<WrongLabel[]> {
    const reads = fit?.read_with === 'raw' ? null : heldOut;
    const wrong = mostWrong(set, reads ?? set.reads);
    const answers = wrong.map(({ label }) => set.answers[label]);
    const found = await findLabelled(this.database, selection, version, answers);
    return wrong.flatMap(({ label, p }) => {
      const labelled = found.get(set.answers[label]);
      if (!labelled) return [];
      const { namespace, document, value, escape } = labelled;
      return [{ namespace, document, observed: escape ? null : value, p }];
    });
  }
}
