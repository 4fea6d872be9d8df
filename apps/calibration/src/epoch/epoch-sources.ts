import { DATABASE } from '@app/boot';
import type { EngineChanged, EngineSource } from '@app/contracts/engines';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Judgment } from '../judgment/judgment';
import { keepEpochs, readEpochs } from './epoch.store';
import { sourceIn } from './source';

/** Knows what stood behind the engines' names, epoch by epoch, from the facts of the broker. */
@Injectable()
export class EpochSources {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  keep(changed: EngineChanged): Promise<void> {
    return keepEpochs(this.database, changed);
  }

  /** The source of one epoch of a judgment's engine; null without an epoch, and of one whose source was not kept. */
  async read({ engine }: Pick<Judgment, 'engine'>, epoch: string | null): Promise<EngineSource | null> {
    if (epoch === null) return null;
    return sourceIn(await readEpochs(this.database, [epoch]), engine, epoch);
  }

  /** Adds the source to a view of one epoch. */
  async addTo<T extends { engine_version: string | null }>(
    judgment: Pick<Judgment, 'engine'>,
    view: T,
  ): Promise<T & { engine_source: EngineSource | null }> {
    return { ...view, engine_source: await this.read(judgment, view.engine_version) };
  }

  /** The same of several views; one statement reads the epochs of all. */
  async addToEach<T extends { engine_version: string }>(
    { engine }: Pick<Judgment, 'engine'>,
    views: readonly T[],
  ): Promise<(T & { engine_source: EngineSource | null })[]> {
    const known = await readEpochs(this.database, [...new Set(views.map(({ engine_version: epoch }) => epoch))]);
    return views.map((view) => ({ ...view, engine_source: sourceIn(known, engine, view.engine_version) }));
  }
}
