import { EFFECTS } from '@app/boot';
import { Effects } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Outdated } from '../commit.store';
import { replyOf } from '../computed';
import { LockedWrites } from '../locked-writes';
import { Lane, LaneResult, LaneWrite } from './lane';

/** Locks the documents, reads and commits in one transaction, with the effect of a keyed write. No lane follows. */
@Injectable()
export class LockedLane implements Lane {
  constructor(
    @Inject(EFFECTS) private readonly effects: Effects,
    private readonly locked: LockedWrites,
  ) {}

  async write(write: LaneWrite): Promise<LaneResult> {
    do {
      try {
        return { reply: await this.writeOnce(write) };
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
      }
    } while (await write.collisions.mayTryAgain());
    const message = 'Too many writers change these documents at once; try again.';
    throw new Problem('unavailable', message, {}, { retryAfterS: 1 });
  }

  /** @throws Outdated */
  private async writeOnce({ ref, request, call, assertWithinQuota }: LaneWrite): Promise<string> {
    const outcome = await this.effects.runOnce('documents.write', call, async (tx) => {
      const { computed, committed } = await this.locked.writeWithin(tx, ref, request, 'live', assertWithinQuota);
      return { status: 200, body: replyOf(computed.applied, computed.change, committed) };
    });
    return outcome.body;
  }
}
