import { Call, RawReply } from '@app/bus';
import { RecoverDeliveries, RedeliverEvent } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { RequeueService } from './requeue.service';

@Injectable()
export class RequeueHandler {
  constructor(private readonly requeue: RequeueService) {}

  async recover({ id, since }: RecoverDeliveries, call: Call): Promise<RawReply> {
    return RawReply.of(await this.requeue.recover(id, since, call));
  }

  async redeliver({ event, endpoint }: RedeliverEvent, call: Call): Promise<RawReply> {
    return RawReply.of(await this.requeue.redeliver(event, endpoint, call));
  }
}
