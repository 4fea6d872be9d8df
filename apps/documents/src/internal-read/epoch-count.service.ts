import type { CountEpochs, EpochCount, EpochsCounted } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { CallTime, ScanPool, ScanTimeOver } from '../document/pool/scan.pool';
import { countInEpochs } from './epoch-count.store';

const limits = { exact: 50_000, sample: 20_000 };
/** A judgment is not begun when less is left, in milliseconds. */
const leastMs = 1_000;

/** Counts the current answers that judgments were given in some epochs, one judgment after the other. */
@Injectable()
export class EpochCountService {
  constructor(private readonly scans: ScanPool) {}

  /** Judgments that the time of the call does not last for have no count. @throws Problem `rate_limited` */
  async count({ organization, judgments, epochs }: CountEpochs, call: CallTime): Promise<EpochsCounted> {
    const scans = this.scans.of(organization, call);
    const counts: EpochCount[] = [];
    for (const judgment of judgments) {
      const none = { judgment_id: judgment.judgment_id, answers: null, at_least: false };
      if (call.leftMs < leastMs) {
        counts.push(none);
        continue;
      }
      try {
        counts.push(await countInEpochs(scans, organization, judgment, epochs, limits));
      } catch (error) {
        if (!(error instanceof ScanTimeOver)) throw error;
        counts.push(none);
      }
    }
    return { counts };
  }
}
