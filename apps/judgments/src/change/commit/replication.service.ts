import { BUS } from '@app/boot';
import { Bus, Call, replicate } from '@app/bus';
import { Service } from '@app/contracts';
import { JudgmentChangedFact, judgmentChanged } from '@app/contracts/judgments';
import { killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

/** Asks the services that keep copies of judgments to apply a fact. */
@Injectable()
export class ReplicationService {
  constructor(@Inject(BUS) private readonly bus: Bus) {}

  /** @returns the services that did not acknowledge */
  async replicate(fact: JudgmentChangedFact, call: Call): Promise<Service[]> {
    await killPoint('judgments.change.before-announce');
    const { unacknowledged } = await replicate(this.bus.requester, judgmentChanged, fact, call);
    await killPoint('judgments.change.after-announce');
    return unacknowledged;
  }
}
