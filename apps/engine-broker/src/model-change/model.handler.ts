import { LOGGER } from '@app/boot';
import { Call } from '@app/bus';
import {
  ModelList,
  ModelTrial,
  ModelView,
  RemoveModel,
  SetModel,
  TryModel,
  modelSetters,
} from '@app/contracts/engines';
import { EngineName, engineNames } from '@app/definition';
import { DnsResolver } from '@app/egress';
import { openEngine, parseEngineEntry, systemClock } from '@app/engines';
import type { Logger } from '@app/observability';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { EngineRegistry } from '../engine/engine.registry';
import { EngineSetup } from '../engine/engine-setup';
import { EntrySource } from '../engine/entry-source';
import { UnusableClient } from '../engine/unusable.client';
import { assertPublicName, assertReachable } from '../model/address';
import { chooseModel, isSameChoice } from '../model/choose';
import { rawEntryOf } from '../model/model-entry';
import { ModelStore } from '../model/model.store';
import { providerViews, unsupportedProviders } from '../model/provider';
import { ModelChoice } from '../model/saved-model';
import { trialQuestions, tryQuestion } from '../trial/trial';
import { UpkeepWorker } from '../upkeep/upkeep.worker';
import { modelView } from './model-view';
import { triedView } from './tried-view';

/** Kept for the way back of what was tried. */
const replyMarginMs = 500;

type Setup = Pick<EngineSetup, 'entry' | 'problem' | 'isPublicOnly' | 'isExtension'>;

/** What owners see and change of the models behind the names. The gateway has checked who they are. */
@Injectable()
export class ModelHandler {
  constructor(
    private readonly models: ModelStore,
    private readonly entries: EntrySource,
    private readonly registry: EngineRegistry,
    private readonly upkeep: UpkeepWorker,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly resolver: DnsResolver,
  ) {}

  async list(): Promise<ModelList> {
    return {
      models: await Promise.all(engineNames.map((name) => this.readView(name))),
      providers: providerViews(),
      not_supported: unsupportedProviders,
      private_addresses: this.entries.allowsPrivate,
      decides_for_all: true,
    };
  }

  /**
   * Saves a model and puts it in force here; other replicas follow within a second. What is saved already stays as it is.
   * @throws Problem `conflict`, reason `set_by_operator`; `invalid_request` with the member to mend
   */
  async set({ engine, model: body }: SetModel, { who }: Call): Promise<ModelView> {
    await this.assertOwners(engine);
    const known = await this.models.find(engine);
    const choice = chooseModel(body, known);
    await this.check(engine, choice);
    if (isSameChoice(known, choice)) return this.readView(engine);
    await this.models.put(engine, choice, { actor: who.actor, organization: who.organization });
    this.logger.info({ engine, provider: choice.provider, organization: who.organization }, 'an owner set a model');
    return this.apply(engine);
  }

  /** @throws Problem `conflict`, reason `set_by_operator`; `not_found` where none is set */
  async remove({ engine }: RemoveModel, { who }: Call): Promise<ModelView> {
    await this.assertOwners(engine);
    if (!(await this.models.remove(engine)))
      throw new Problem('not_found', `No model is set for \`${engine}\`, so there is none to take away.`);
    this.logger.info({ engine, organization: who.organization }, 'an owner took a model away');
    return this.apply(engine);
  }

  /** Asks one question of each type, in turn, within the time of the call. Takes no permits: it is ten a minute. */
  async try({ engine, model: body }: TryModel, { deadlineAtMs }: Call): Promise<ModelTrial> {
    const setup = body === undefined ? this.registry.get(engine).setup : await this.makeSetup(engine, body);
    if (setup.isExtension)
      throw new Problem('conflict', `\`${engine}\` is an extension: it has no address, and is asked over the bus.`);
    const client = clientOf(setup);
    try {
      const questions = [];
      for (const [at, question] of trialQuestions.entries()) {
        const leftMs = deadlineAtMs - replyMarginMs - Date.now();
        // A first question may load the model; it leaves some of the time to the others.
        const tried = await tryQuestion(client, question, Math.max(1, at === 0 ? leftMs * 0.7 : leftMs));
        questions.push(triedView(tried, setup.entry.dialect !== 'built_in'));
      }
      return { engine, answered: questions.every(({ answered }) => answered), questions };
    } finally {
      await client.close();
    }
  }

  private async makeSetup(engine: EngineName, body: NonNullable<TryModel['model']>): Promise<Setup> {
    const choice = chooseModel(body, await this.models.find(engine));
    const entry = await this.check(engine, choice);
    return { entry, problem: null, isPublicOnly: !this.entries.allowsPrivate, isExtension: false };
  }

  /** @returns the entry that the choice makes. @throws Problem `invalid_request` */
  private async check(engine: EngineName, choice: ModelChoice) {
    const { allowsPrivate } = this.entries;
    assertReachable(choice.base_url, allowsPrivate);
    if (!allowsPrivate && !isProxied()) await assertPublicName(choice.base_url, this.resolver);
    return parseEngineEntry(engine, rawEntryOf(choice), [new URL(choice.base_url).origin]);
  }

  private async apply(engine: EngineName): Promise<ModelView> {
    await this.upkeep.reconfigure();
    return this.readView(engine);
  }

  private async readView(engine: EngineName): Promise<ModelView> {
    return modelView(this.registry.get(engine), await this.entries.readOrigin(engine));
  }

  private async assertOwners(engine: EngineName): Promise<void> {
    const { setBy } = await this.entries.readOrigin(engine);
    if (setBy === 'none' || setBy === 'owner') return;
    throw new Problem('conflict', refusals[setBy](engine), { reason: 'set_by_operator' });
  }
}

const refusals: Record<Exclude<(typeof modelSetters)[number], 'none' | 'owner'>, (engine: string) => string> = {
  operator: (engine) =>
    `What stands behind \`${engine}\` is set by the operator's configuration; it must leave there before an owner can set it.`,
  start: (engine) =>
    `\`${engine}\` is the built-in engine until the example of the start is judged; set the model after that, or start with --no-example.`,
};

function clientOf({ entry, problem, isPublicOnly }: Setup) {
  return problem === null ? openEngine(entry, { clock: systemClock, isPublicOnly }) : new UnusableClient(problem);
}

/** A proxy looks names up itself, and ours may know none outside. */
function isProxied({ https_proxy, HTTPS_PROXY }: NodeJS.ProcessEnv = process.env): boolean {
  return Boolean(https_proxy || HTTPS_PROXY);
}
