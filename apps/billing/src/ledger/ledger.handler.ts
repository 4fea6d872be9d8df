import { Delivered } from '@app/bus';
import { AnswerRecorded } from '@app/contracts/judgments';
import { Injectable } from '@nestjs/common';
import { LedgerService } from './ledger.service';

@Injectable()
export class LedgerHandler {
  constructor(private readonly ledger: LedgerService) {}

  settle(batch: Delivered<AnswerRecorded>[]): Promise<void> {
    return this.ledger.settle(batch.map(({ payload }) => payload));
  }
}
