import { DATABASE } from '@app/boot';
import { JudgmentRef } from '@app/contracts';
import { JudgmentChangedFact } from '@app/contracts/judgments';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { readJudgmentsById, readLatestJudgment } from '../../judgment/definition/judgment.store';
import { readLatestOverride } from '../../judgment/definition/override.store';
import { changedFact, changedOverrideFact } from '../../judgment/definition/snapshot';

/** Builds the fact of a change that was committed before, for a request that comes again. */
@Injectable()
export class ReannouncedService {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** The last change under a name, of the judgment itself or of the namespace's override; null when there is none. */
  async readFactOf(ref: JudgmentRef): Promise<JudgmentChangedFact | null> {
    const [judgment, override] = await Promise.all([readLatestJudgment(this.db, ref), this.overrideFactOf(ref)]);
    const own = judgment && changedFact(judgment);
    const revisionOf = (fact: JudgmentChangedFact | null): number => fact?.column.revision ?? 0;
    return revisionOf(override) > revisionOf(own) ? override : own;
  }

  private async overrideFactOf(ref: JudgmentRef): Promise<JudgmentChangedFact | null> {
    const override = await readLatestOverride(this.db, ref);
    if (!override) return null;
    const [judgment] = await readJudgmentsById(this.db, ref.organization, [override.judgmentId]);
    return judgment ? changedOverrideFact(judgment, override) : null;
  }
}
