import { ActivateJudgment, CreateJudgment, PatchJudgment, StartBackfill } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { BackfillStarts } from '../backfill/backfill.service';
import { ActivateService } from './activate.service';
import { ChangeService } from './patch.service';
import { CreateService } from './create.service';
import { AskedLater, Work } from '../commit/change';

/** The work of a request that its job does over from the beginning. */
@Injectable()
export class WorksService {
  constructor(
    private readonly creates: CreateService,
    private readonly changes: ChangeService,
    private readonly activations: ActivateService,
    private readonly backfills: BackfillStarts,
  ) {}

  /** @throws Problem that the request itself would have been answered with */
  async of({ kind, query, caller }: AskedLater): Promise<Work<unknown>> {
    switch (kind) {
      case 'create':
        return (await this.creates.creating(query as CreateJudgment, caller)) as Work<unknown>;
      case 'patch':
        return (await this.changes.patching(query as PatchJudgment, caller)) as Work<unknown>;
      case 'activate':
        return this.activations.activating(query as ActivateJudgment, caller) as Work<unknown>;
      case 'backfill':
        return (await this.backfills.starting(query as StartBackfill, caller)) as Work<unknown>;
    }
  }
}
