import { Delivered } from '@app/bus';
import { EventRaised } from '@app/contracts/events';
import { Injectable } from '@nestjs/common';
import { IntakeService } from './intake.service';

@Injectable()
export class IntakeHandler {
  constructor(private readonly intake: IntakeService) {}

  /** @returns for each event, when it may be acknowledged */
  take(batch: Delivered<EventRaised>[]): Promise<Promise<void>[]> {
    return this.intake.take(
      batch.map(({ payload, traceparent, attempt }) => ({ event: payload, traceparent, isFirst: attempt === 1 })),
    );
  }
}
