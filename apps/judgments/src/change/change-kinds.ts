import { ActivateJudgment, CreateJudgment, PatchJudgment, StartBackfill } from '@app/contracts/judgments';
import { Injectable } from '@nestjs/common';
import type { Change, ChangeRequest } from './commit/change';
import { ActivateService } from './activate.service';
import { CreateService } from './create.service';
import { PatchService } from './patch.service';
import { StartBackfillService } from './start-backfill.service';

/** Builds the change of a request again, for the job that makes it. */
@Injectable()
export class ChangeKinds {
  constructor(
    private readonly creates: CreateService,
    private readonly patches: PatchService,
    private readonly activations: ActivateService,
    private readonly backfills: StartBackfillService,
  ) {}

  /** @throws Problem that the request itself would have been answered with */
  async readChangeOf({ kind, query, caller }: ChangeRequest): Promise<Change<unknown>> {
    switch (kind) {
      case 'create':
        return (await this.creates.readChangeOf(query as CreateJudgment, caller)) as Change<unknown>;
      case 'patch':
        return (await this.patches.readChangeOf(query as PatchJudgment, caller)) as Change<unknown>;
      case 'activate':
        return this.activations.changeOf(query as ActivateJudgment, caller) as Change<unknown>;
      case 'backfill':
        return (await this.backfills.readChangeOf(query as StartBackfill, caller)) as Change<unknown>;
    }
  }
}
