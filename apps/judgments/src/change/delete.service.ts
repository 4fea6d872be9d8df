import { Call, RawReply } from '@app/bus';
import { JudgmentRef } from '@app/contracts';
import { OfJudgment } from '@app/contracts/judgments';
import type { Tx } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { ChangeResult, priceNothing, outcomeOf } from './commit/change';
import { ChangeRunner } from './commit/change-runner';
import { readNextRevision, updateJudgment } from '../judgment/definition/judgment.store';
import { changedFact } from '../judgment/definition/snapshot';
import { refuseInUse } from '../judgment/graph/graph';

/** Archives judgments. Reads no longer show their answers; a name that comes back continues its version numbers. */
@Injectable()
export class DeleteService {
  constructor(
    private readonly judgments: JudgmentService,
    private readonly runner: ChangeRunner,
  ) {}

  delete({ namespace, name }: OfJudgment, call: Call): Promise<RawReply> {
    const ref = { organization: call.who.organization, scope: namespace, name };
    const commit = (tx: Tx) => this.archive(tx, ref);
    return this.runner.run({ type: 'judgment_delete', ref, request: null, readCost: priceNothing, commit }, call);
  }

  private async archive(tx: Tx, ref: JudgmentRef): Promise<ChangeResult> {
    const revision = await readNextRevision(tx, ref.organization);
    const archived = { ...(await this.judgments.readOwn(ref, tx)), archived: true, revision };
    await refuseInUse(tx, { ...ref, definition: null });
    await updateJudgment(tx, archived);
    return { outcome: outcomeOf(200, { deleted: true }), fact: changedFact(archived) };
  }
}
