import { Call, RawReply } from '@app/bus';
import { RecoverDeliveries, RedeliverEvent } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { Requeue } from './requeue.service';

@Injectable()
export class RequeueHandler {
  constructor(private readonly requeue: Requeue) {}

  async recover({ id, since }: RecoverDeliveries, call: Call): Promise<RawReply> {
    return RawReply.of(await this.requeue.recover(id, since, call));
  }

  async redeliver({ event, endpoint }: RedeliverEvent, call: Call): Promise<RawReply> {
    return RawReply.of(await this.requeue.redeliver(event, endpoint, call));
  }
}
