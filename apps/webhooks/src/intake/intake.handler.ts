import { Delivered } from '@app/bus';
import { EventRaised } from '@app/contracts/events';
import { Injectable } from '@nestjs/common';
import { IntakeService } from './intake.service';

@Injectable()
export class IntakeHandler {
  constructor(private readonly intake: IntakeService) {}

  take(batch: Delivered<EventRaised>[]): Promise<void> {
    return this.intake.take(batch.map(({ payload, traceparent }) => ({ event: payload, traceparent })));
  }
}
