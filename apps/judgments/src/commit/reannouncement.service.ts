import { Injectable } from '@nestjs/common';
import { toColumn } from '../definition/judgment';
import { JudgmentStore } from '../definition/judgment.store';
import { OverrideService } from '../change/override.service';
import { Changed, Place } from './change';

/** What holders must know of a change that was made before: for a request that comes again. */
@Injectable()
export class RetoldService {
  constructor(
    private readonly store: JudgmentStore,
    private readonly overrides: OverrideService,
  ) {}

  /** Of a namespace that has had both a judgment and an override of the name, what changed last. */
  async changeOf({ organization, scope, name }: Place): Promise<Pick<Changed, 'judgment' | 'announcement'> | null> {
    const [judgment, override] = await Promise.all([
      this.store.latest(organization, scope, name),
      this.overrides.told(organization, scope, name),
    ]);
    const own = judgment && { judgment, announcement: { column: toColumn(judgment), outcomes: judgment.outcomes } };
    const revisionOf = (told: typeof override): number => told?.announcement?.column.revision ?? 0;
    return revisionOf(override) > revisionOf(own) ? override : own;
  }
}
