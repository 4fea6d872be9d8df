import { Call, RawReply } from '@app/bus';
import { RecoverDeliveries, RedeliverEvent, TestEndpoint } from '@app/contracts/webhooks';
import { Injectable } from '@nestjs/common';
import { RequeueService } from './requeue.service';
import { TestSendService } from './test-send.service';

@Injectable()
export class RequeueHandler {
  constructor(
    private readonly requeue: RequeueService,
    private readonly tests: TestSendService,
  ) {}

  async recover({ id, since }: RecoverDeliveries, call: Call): Promise<RawReply> {
    return RawReply.of(await this.requeue.recover(id, since, call));
  }

  async redeliver({ event, endpoint }: RedeliverEvent, call: Call): Promise<RawReply> {
    return RawReply.of(await this.requeue.redeliver(event, endpoint, call));
  }

  async test({ id, test }: TestEndpoint, call: Call): Promise<RawReply> {
    return RawReply.of(await this.tests.send(id, test, call));
  }
}
