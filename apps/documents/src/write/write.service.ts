import type { Call } from '@app/bus';
import { Injectable } from '@nestjs/common';
import { QuotaService } from '../namespace/metering/quota.service';
import { WriteRequest } from './compute';
import { BatchedLane } from './lane/batched-lane';
import { Collisions } from './lane/collisions';
import { Lane, LaneName, LaneWrite, firstLane } from './lane/lane';
import { LockedLane } from './lane/locked-lane';
import { OptimisticLane } from './lane/optimistic-lane';

/** Writes documents for clients: all operations of a write or none, and nothing when nothing changes. */
@Injectable()
export class WriteService {
  private readonly lanes: Record<LaneName, Lane>;

  constructor(
    private readonly quotas: QuotaService,
    batched: BatchedLane,
    optimistic: OptimisticLane,
    locked: LockedLane,
  ) {
    this.lanes = { batched, optimistic, locked };
  }

  /** @returns JSON text of the reply */
  async write(namespace: string, request: WriteRequest, call: Call): Promise<string> {
    const ref = { organization: call.who.organization, namespace };
    const assertWithinQuota = await this.quotas.readFor(call.who);
    const write: LaneWrite = { ref, request, call, assertWithinQuota, collisions: new Collisions() };
    for (let lane = firstLane(write); ;) {
      const result = await this.lanes[lane].write(write);
      if ('reply' in result) return result.reply;
      lane = result.next;
    }
  }
}
