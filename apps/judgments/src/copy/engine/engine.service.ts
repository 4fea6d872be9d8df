import { DATABASE, HEALTH } from '@app/boot';
import { EngineChanged } from '@app/contracts/engines';
import type { EngineRef } from '@app/definition';
import { Health } from '@app/observability';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Engines } from './engine';
import { keepEpochs } from './epoch.store';
import { readAllEngines, applyEngine, changedSince } from './engine.store';

const noneKnown = 'the engine broker has published no engine yet';

/** The engine copies in memory. The fact changes them in one replica; the others look every second and reload them. */
@Injectable()
export class EngineService {
  private engines = new Engines([]);
  /** The sum of their revisions: each change makes it greater. */
  private revisions = '0';

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(HEALTH) health: Health,
  ) {
    health.mustBeReady({ name: 'engines', check: () => (this.engines.all.length > 0 ? null : noneKnown) });
  }

  /** Whether another replica has changed them since. */
  look(): Promise<boolean> {
    return this.db.finds(changedSince(this.revisions));
  }

  current(): Engines {
    return this.engines;
  }

  /** The copies, read again first when one of `wanted` is missing: another replica may have applied its fact just now. */
  async readKnowing(wanted: readonly EngineRef[]): Promise<Engines> {
    if (wanted.some((ref) => this.engines.of(ref) === undefined)) await this.reload();
    return this.engines;
  }

  /** The engines for a change of a definition. @throws Problem `unavailable` before the broker has published any */
  async readKnown(): Promise<Engines> {
    if (this.engines.all.length === 0) await this.reload();
    if (this.engines.all.length > 0) return this.engines;
    throw new Problem('unavailable', 'The engine registry is starting; try again shortly.', {}, { retryAfterS: 1 });
  }

  async apply(changed: EngineChanged): Promise<void> {
    await keepEpochs(this.db, changed);
    if (await applyEngine(this.db, changed)) await this.reload();
  }

  async reload(): Promise<void> {
    const { engines, revisions } = await readAllEngines(this.db);
    this.engines = new Engines(engines);
    this.revisions = revisions;
  }
}
