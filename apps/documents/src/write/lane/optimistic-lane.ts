import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Outdated } from '../commit.store';
import { CommitService } from '../commit.service';
import { computeWrite } from '../compute';
import { growthOf, needsLocks, replyOf } from '../computed';
import { ReadBefore } from '../read-before';
import { readWithoutStandingAnswers } from '../standing-answers';
import { Lane, LaneResult, LaneWrite } from './lane';

/** Tries without locks, before the locks are taken first. */
const tries = 3;

/** Reads and commits in two round trips, without a transaction around them: the commit checks again what was read. */
@Injectable()
export class OptimisticLane implements Lane {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly reading: ReadBefore,
    private readonly committing: CommitService,
  ) {}

  async write(write: LaneWrite): Promise<LaneResult> {
    do {
      try {
        return await this.writeOnce(write);
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
      }
    } while (await write.collisions.mayTryAgain(tries));
    return { next: 'locked' };
  }

  /** @throws Outdated */
  private async writeOnce({ ref, request, call, assertWithinQuota }: LaneWrite): Promise<LaneResult> {
    const { input, condition } = await this.reading.readForWrite(this.database, ref, request);
    const computed = await readWithoutStandingAnswers(
      this.database,
      computeWrite(input, request, condition),
      input.nowMs,
    );
    const { change, before, applied } = computed;
    if (change === null) return { reply: replyOf(applied, null, null) };
    assertWithinQuota(growthOf(change, computed));
    if (needsLocks(computed)) return { next: 'locked' };
    call.assertMayBegin();
    return { reply: replyOf(applied, change, await this.committing.commit(ref, before, change)) };
  }
}
