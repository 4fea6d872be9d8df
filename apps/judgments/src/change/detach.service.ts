import { Call, RawReply } from '@app/bus';
import { OfJudgment } from '@app/contracts';
import { definitionHash, storedVersion } from '@app/definition';
import { Tx, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { SlowChanges } from '../commit/change.service';
import { Changed, Work, costless } from '../commit/change';
import { Judgment } from '../definition/judgment';
import { JudgmentService } from '../catalog/judgment.service';
import { JudgmentStore } from '../definition/judgment.store';
import { refuseTooMany } from '../definition/limits';
import { ReplyService } from './reply.service';

/** A namespace's own copy of a template's judgment. */
@Injectable()
export class DetachService {
  constructor(
    private readonly store: JudgmentStore,
    private readonly judgments: JudgmentService,
    private readonly replies: ReplyService,
    private readonly slow: SlowChanges,
  ) {}

  /**
   * The active version becomes the copy's first, with the settings as they hold here. The copy goes by the template's
   * id, so answers, outcomes and what is queued stay where they are, and DELETE of the copy undoes it.
   */
  async detach({ namespace: scope, name }: OfJudgment, call: Call): Promise<RawReply> {
    const place = { organization: call.who.organization, scope, name };
    const work: Work<null> = {
      type: 'judgment_update',
      place,
      asked: null,
      cost: costless,
      change: (tx) => this.copy(tx, place.organization, scope, name),
    };
    return this.slow.run(work, call);
  }

  private async copy(tx: Tx, organization: string, scope: string, name: string): Promise<Changed> {
    const revision = await this.store.nextRevision(tx, organization);
    const inherited = await this.judgments.find(organization, scope, name, tx);
    if (inherited.template === null) {
      const sentence = `\`${name}\` is \`${scope}\`'s own already; only an inherited judgment is detached.`;
      throw new Problem('conflict', sentence, { reason: 'not_inherited' });
    }
    refuseTooMany(scope, name, await this.store.takenNames(tx, organization, scope));
    const { template: _, overrides: __, ...judgment } = inherited;
    const shown = (await this.store.lastVersion(tx, organization, scope, name)) + 1;
    const copy: Judgment = {
      ...judgment,
      row: newId('jdg'),
      scope,
      activeVersion: shown,
      lastVersion: shown,
      copied: { stored: storedVersion(judgment.copied, judgment.activeVersion), shown },
      revision,
    };
    await this.store.insert(tx, copy, definitionHash(copy.definition));
    return this.replies.replied(tx, copy, scope, 'created', 201);
  }
}
