import { Call, RawReply } from '@app/bus';
import { JudgmentRef } from '@app/contracts';
import { OfJudgment } from '@app/contracts/judgments';
import { definitionHash, storedVersion } from '@app/definition';
import { Tx, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { ChangeResult, priceNothing } from './commit/change';
import { ChangeRunner } from './commit/change-runner';
import { Judgment } from '../judgment/definition/judgment';
import {
  insertJudgment,
  readLastVersionOf,
  readNextRevision,
  readTakenNames,
} from '../judgment/definition/judgment.store';
import { refuseTooMany } from '../judgment/definition/limits';
import { refuseInUse } from '../judgment/graph/graph';
import { ReplyService } from './reply.service';

/** Gives a namespace its own copy of a judgment that it inherits. */
@Injectable()
export class DetachService {
  constructor(
    private readonly judgments: JudgmentService,
    private readonly replies: ReplyService,
    private readonly runner: ChangeRunner,
  ) {}

  /**
   * The active version becomes the copy's first, with the settings that hold here. The copy keeps the template's id, so
   * its answers, outcomes and queued rows stay where they are, and deleting the copy restores the template.
   */
  detach({ namespace, name }: OfJudgment, call: Call): Promise<RawReply> {
    const ref = { organization: call.who.organization, scope: namespace, name };
    const commit = (tx: Tx) => this.copy(tx, ref);
    return this.runner.run({ type: 'judgment_update', ref, request: null, readCost: priceNothing, commit }, call);
  }

  private async copy(tx: Tx, ref: JudgmentRef): Promise<ChangeResult> {
    const revision = await readNextRevision(tx, ref.organization);
    const { template, overrides: _, ...judgment } = await this.judgments.find(ref, tx);
    const { scope, name } = ref;
    if (template === null) {
      const sentence = `\`${name}\` is \`${scope}\`'s own already; there is nothing to detach.`;
      throw new Problem('conflict', sentence, { reason: 'not_inherited' });
    }
    refuseTooMany(scope, name, await readTakenNames(tx, ref));
    const shown = (await readLastVersionOf(tx, ref)) + 1;
    const copy: Judgment = {
      ...judgment,
      rowId: newId('jdg'),
      scope,
      activeVersion: shown,
      lastVersion: shown,
      copied: { stored: storedVersion(judgment.copied, judgment.activeVersion), shown },
      revision,
    };
    await refuseInUse(tx, { ...ref, definition: copy.definition });
    await insertJudgment(tx, copy, definitionHash(copy.definition));
    return this.replies.readResultOf(tx, copy, 'created', 201);
  }
}
