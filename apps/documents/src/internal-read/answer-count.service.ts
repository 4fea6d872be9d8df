import type { AnswersCounted, CountAnswers } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { CallTime, ScanPool } from '../document/pool/scan.pool';
import { readCounts } from './answer-count.store';

const limits = { exact: 200_000, sample: 20_000 };

/** Counts the current answers of one version of a judgment in one epoch by what they say. */
@Injectable()
export class AnswerCountService {
  constructor(private readonly scans: ScanPool) {}

  /** @throws Problem `unavailable` when the statement does not end in the time of the call */
  count(query: CountAnswers, call?: CallTime): Promise<AnswersCounted> {
    return readCounts(this.scans.of(query.organization, call), query, limits);
  }
}
