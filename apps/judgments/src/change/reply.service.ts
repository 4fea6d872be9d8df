import { JudgmentChange, JudgmentOutcome } from '@app/contracts';
import { Tx } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { Changed, outcomeOf } from '../commit/change';
import { Judgment, inForce, toColumn } from '../definition/judgment';
import { JudgmentService } from '../catalog/judgment.service';
import { toChange } from '../catalog/view';

/** The one reply of create, version, PATCH, activate and detach. */
@Injectable()
export class ReplyService {
  constructor(private readonly judgments: JudgmentService) {}

  /** The reply of a change that is done, and what is announced of it. */
  async replied(
    tx: Tx,
    judgment: Judgment,
    scope: string,
    status: JudgmentOutcome,
    httpStatus: number,
    more: Partial<JudgmentChange> = {},
  ): Promise<Changed> {
    const view = await this.judgments.view(inForce(judgment, scope, undefined), scope, tx);
    const { activeVersion: version, definition } = judgment;
    const body = toChange({ status, judgment: view, version, definition, ...more });
    const announcement = { column: toColumn(judgment), outcomes: judgment.outcomes };
    const outcome = outcomeOf(httpStatus, body);
    return { outcome, judgment, announcement, ...(more.job && { backfill: more.job }) };
  }
}
