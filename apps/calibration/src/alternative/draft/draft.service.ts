import { BUS, DATABASE, EFFECTS, LOGGER } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { MakeDrafts, SuggestParts } from '@app/contracts/calibration';
import { writeDrafts, writeParts } from '@app/contracts/engines';
import { getJudgment } from '@app/contracts/judgments';
import { Definition } from '@app/definition';
import type { Logger } from '@app/observability';
import { Database, Effects, Outcome, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Judgment } from '../../judgment/judgment';
import { JudgmentStore } from '../../judgment/judgment.store';
import { refuseSpent } from './allowance';
import { DraftedJudgment, countCall, dropCall, holdCall, lockToday } from './draft-call.store';
import { newParts, partsRequestOf } from './part';
import { newWordings, requestOf } from './wording';

/** What is drafted: for which judgments, and how its reply is made of what the model wrote. */
interface DraftKind {
  /** Names the effect of a keyed request. */
  effect: string;
  /** @throws Problem for a judgment that has no such drafts */
  refuse: (judgment: Judgment) => void;
  /** @returns the items that are new to the judgment, and the reply that shows them */
  write: (definition: Definition, call: Call) => Promise<{ count: number; body: object }>;
}

/**
 * Has wordings and parts drafted, within one allowance of the day. Nothing of a draft is stored but the reply of a keyed
 * request.
 */
@Injectable()
export class DraftService {
  private readonly wordings: DraftKind = {
    effect: 'calibration.draft',
    refuse: ({ name, parts }) => {
      if (parts === null || parts.length === 0) return;
      const sentence = `\`${name}\` asks its parts; draft parts instead of a wording.`;
      throw new Problem('conflict', sentence, { reason: 'composite' });
    },
    write: async (definition, call) => {
      const written = await this.bus.requester.ask(writeDrafts, requestOf(definition), call.hop());
      const drafts = newWordings(written.drafts, definition);
      return { count: drafts.length, body: { drafts } };
    },
  };

  private readonly parts: DraftKind = {
    effect: 'calibration.parts',
    refuse: ({ name, type }) => {
      if (type === 'bool') return;
      const sentence = `\`${name}\` is a ${type}; only a yes/no judgment has parts. Draft wordings instead.`;
      throw new Problem('conflict', sentence, { reason: 'no_parts' });
    },
    write: async (definition, call) => {
      if (definition.type !== 'bool') throw new Error('A judgment does not change its type.');
      const written = await this.bus.requester.ask(writeParts, partsRequestOf(definition), call.hop());
      const parts = newParts(written.parts, definition);
      return { count: parts.length, body: { parts } };
    },
  };

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
  make(query: MakeDrafts, call: Call): Promise<Outcome> {
    return this.makeDrafted(query, this.wordings, call);
  }

  /** @throws Problem as `make`, with reason `no_parts` for a choice or a score */
  suggestParts(query: SuggestParts, call: Call): Promise<Outcome> {
    return this.makeDrafted(query, this.parts, call);
  }

  private async makeDrafted({ namespace, judgment: name }: MakeDrafts, kind: DraftKind, call: Call): Promise<Outcome> {
    const before = await this.effects.find(call.effectId);
    if (before) return before;
    const { organization } = call.who;
    const judgment = await this.judgments.find(organization, namespace, name);
    kind.refuse(judgment);
    const view = await this.bus.requester.ask(getJudgment, { namespace, name }, call.hop());
    const hold = await this.hold({ organization, judgmentId: judgment.judgment_id });
    try {
      return await this.write(view.definition as Definition, kind, hold, call);
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

  private async write(definition: Definition, kind: DraftKind, hold: string, call: Call): Promise<Outcome> {
    const { count, body } = await kind.write(definition, call);
    await killPoint('calibration.draft.written');
    const outcome = await this.effects.runOnce(kind.effect, call, async (tx) => {
      if (count > 0) await countCall(tx, hold);
      return { status: 200, body: JSON.stringify(body) };
    });
    if (count === 0) await this.giveBack(hold);
    return outcome;
  }

  /** A hold that cannot be given back expires by itself. */
  private async giveBack(hold: string): Promise<void> {
    await dropCall(this.database, hold).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the place of a drafting call is left to expire');
    });
  }
}
