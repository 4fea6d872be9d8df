import { DATABASE, HEALTH, LOGGER, Worker } from '@app/boot';
import { EngineChanged } from '@app/contracts/engines';
import type { EngineRef } from '@app/definition';
import { Health, Loop } from '@app/observability';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Engines } from './engine';
import { allEngines, applyEngine, changedSince } from './engine.store';

const reloadMs = 1000;
const noneKnown = 'the engine broker has published no engine yet';

/** The engine copies in memory. The fact changes them in one replica; the others reload them every second. */
@Injectable()
export class EngineService implements Worker {
  private engines = new Engines([]);
  /** The sum of their revisions: each change makes it greater. */
  private revisions = '0';
  private readonly loop: Loop;

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
  ) {
    health.mustBeReady({ name: 'engines', check: () => (this.engines.all.length > 0 ? null : noneKnown) });
    this.loop = new Loop({
      name: 'engines',
      idleMs: reloadMs,
      logger,
      look: () => this.db.finds(changedSince(this.revisions)),
      turn: () => this.reload(),
    });
  }

  async start(): Promise<void> {
    await this.reload();
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  current(): Engines {
    return this.engines;
  }

  /** The copies, read again first when one of `wanted` is missing: another replica may have applied its fact just now. */
  async knowing(wanted: readonly EngineRef[]): Promise<Engines> {
    if (wanted.some((ref) => this.engines.of(ref) === undefined)) await this.reload();
    return this.engines;
  }

  /** The engines for a change of a definition. @throws Problem `unavailable` before the broker has published any */
  async known(): Promise<Engines> {
    if (this.engines.all.length === 0) await this.reload();
    if (this.engines.all.length > 0) return this.engines;
    throw new Problem('unavailable', 'The engine registry is starting; try again shortly.', {}, { retryAfterS: 1 });
  }

  async apply(changed: EngineChanged): Promise<void> {
    if (await applyEngine(this.db, changed)) await this.reload();
  }

  private async reload(): Promise<boolean> {
    const { engines, revisions } = await allEngines(this.db);
    this.engines = new Engines(engines);
    this.revisions = revisions;
    return false;
  }
}
