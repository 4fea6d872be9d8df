import { DATABASE } from '@app/boot';
import type { Call } from '@app/bus';
import type { BuiltInAnswersList } from '@app/contracts/judgments';
import { Database, jobView } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Engine } from '../copy/engine/engine';
import { EngineService } from '../copy/engine/engine.service';
import { readBuiltInEpochs } from '../copy/engine/epoch.store';
import { readCandidates } from './candidate.store';
import { BuiltInCountService } from './built-in-count.service';
import { readOpenBackfills } from './open-backfill.store';

/** Judgments that are looked at, and those that are listed. */
const [maxLooked, maxListed] = [500, 100];

/** Lists the judgments whose answers a model gives now and that still hold answers of the built-in engine. */
@Injectable()
export class BuiltInAnswersHandler {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly engines: EngineService,
    private readonly counts: BuiltInCountService,
  ) {}

  /** @throws Problem while documents cannot count */
  async list({ who: { organization, scope } }: Call): Promise<BuiltInAnswersList> {
    const engines = this.engines.current();
    const replaced = engines.active.filter(isModel);
    const epochs = replaced.length === 0 ? [] : await readBuiltInEpochs(this.db);
    if (epochs.length === 0) return { judgments: [], more: false };
    const found = await readCandidates(this.db, organization, scope, replaced, maxLooked + 1);
    const looked = found.slice(0, maxLooked);
    const countOf = await this.counts.read(organization, looked, epochs);
    const left = looked.filter((one) => countOf(one).answers !== 0);
    const listed = left.slice(0, maxListed);
    const jobOf = await readOpenBackfills(
      this.db,
      organization,
      listed.map(({ id }) => id),
    );
    return {
      judgments: listed.map((one) => {
        const { answers, atLeast: at_least } = countOf(one);
        const job = jobOf(one.id, one.scope);
        return {
          namespace: one.scope,
          name: one.name,
          type: one.type,
          engine: one.engine,
          engine_source: engines.of(one.engine)?.source ?? null,
          answers,
          at_least,
          job: job && jobView(job),
        };
      }),
      more: left.length > maxListed || found.length > maxLooked,
    };
  }
}

/** Whether something else than the built-in engine stands behind the name. */
function isModel({ source }: Engine): boolean {
  return source !== null && source !== 'built_in';
}
