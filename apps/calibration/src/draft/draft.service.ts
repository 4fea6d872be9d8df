import { BUS, DATABASE, EFFECTS, LOGGER } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { Draft, MakeDrafts, getJudgment, writeDrafts } from '@app/contracts';
import { Definition } from '@app/definition';
import type { Logger } from '@app/observability';
import { Database, Effects, Outcome, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { JudgmentStore } from '../judgment/judgment.store';
import { refuseSpent } from './allowance';
import { DraftedJudgment, countCall, dropCall, holdCall, lockToday } from './draft-call.store';
import { newWordings, requestOf } from './wording';

/** Has wordings drafted, within the allowance of the day. Nothing of a draft is stored but the reply of a keyed request. */
@Injectable()
export class DraftService {
  constructor(
    private readonly judgments: JudgmentStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @throws Problem `not_found`, `conflict` (reason `composite`), `rate_limited` with `resets_at`, or what the broker throws
   */
  async make({ namespace, judgment: name }: MakeDrafts, call: Call): Promise<Outcome> {
    const before = await this.effects.find(call.effectId);
    if (before) return before;
    const { organization } = call.who;
    const { judgment_id: judgmentId, parts } = await this.judgments.find(organization, namespace, name);
    if (parts !== null && parts.length > 0)
      throw new Problem('conflict', `\`${name}\` asks its parts; draft parts instead of a wording.`, {
        reason: 'composite',
      });
    const view = await this.bus.requester.ask(getJudgment, { namespace, name }, call.hop());
    const hold = await this.hold({ organization, judgmentId });
    try {
      return await this.write(view.definition as Definition, hold, call);
    } catch (error) {
      await this.giveBack(hold);
      throw error;
    }
  }

  private hold(judgment: DraftedJudgment): Promise<string> {
    return this.database.transaction('calibration.draft-hold', async (tx) => {
      refuseSpent(await lockToday(tx, judgment));
      return holdCall(tx, judgment);
    });
  }

  private async write(definition: Definition, hold: string, call: Call): Promise<Outcome> {
    const written = await this.bus.requester.ask(writeDrafts, requestOf(definition), call.hop());
    const drafts = newWordings(written.drafts, definition);
    await killPoint('calibration.draft.written');
    const outcome = await this.effects.once('calibration.draft', call, async (tx) => {
      if (drafts.length > 0) await countCall(tx, hold);
      return { status: 200, body: JSON.stringify({ drafts } satisfies { drafts: Draft[] }) };
    });
    if (drafts.length === 0) await this.giveBack(hold);
    return outcome;
  }

  /** A hold that cannot be given back expires by itself. */
  private async giveBack(hold: string): Promise<void> {
    await dropCall(this.database, hold).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the place of a drafting call is left to expire');
    });
  }
}
