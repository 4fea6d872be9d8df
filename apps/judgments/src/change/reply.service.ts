import { JudgmentChange, JudgmentOutcome } from '@app/contracts/judgments';
import type { Tx } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { toSettings } from '../judgment/catalog/view';
import { ChangeResult, outcomeOf } from './commit/change';
import { Judgment, inForce } from '../judgment/definition/judgment';
import { changedFact } from '../judgment/definition/snapshot';
import { toChange } from './change-view';

/** Builds the result of create, version, PATCH, activate and detach. */
@Injectable()
export class ReplyService {
  constructor(private readonly judgments: JudgmentService) {}

  /** @param more members of the reply beside the judgment's own; a `job` begins when the copies have the change */
  async readResultOf(
    tx: Tx,
    judgment: Judgment,
    status: JudgmentOutcome,
    httpStatus: number,
    more: Partial<JudgmentChange> = {},
  ): Promise<ChangeResult> {
    const { scope, activeVersion: version, definition } = judgment;
    const view = await this.judgments.readView(inForce(judgment, scope), scope, tx);
    const settings = toSettings(judgment, view.freshness);
    const change = toChange({ status, judgment: view, version, definition, settings, ...more });
    const outcome = outcomeOf(httpStatus, change);
    return { outcome, fact: changedFact(judgment), ...(more.job && { backfill: more.job }) };
  }
}
