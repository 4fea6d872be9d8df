import { DATABASE } from '@app/boot';
import type { Call } from '@app/bus';
import { scopeWithin } from '@app/contracts';
import { JudgmentFigures, ListPlacedJudgments, PlacedJudgmentList, ReadFigures } from '@app/contracts/judgments';
import { isTemplate } from '@app/definition';
import { Database, decodeCursor, encodeCursor } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { EngineService } from '../../copy/engine/engine.service';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { readFiguresByDay } from '../statistic/daily.store';
import { allNamespaces, readStatisticsOfPlaces } from '../statistic/statistic.store';
import { JudgmentService } from './judgment.service';
import { readPlacedJudgments } from './placed.store';

const defaultDays = 30;
const pageSize = 100;

/** Answers the requests that look over days, or over many namespaces. */
@Injectable()
export class FiguresHandler {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly namespaces: NamespaceStore,
    private readonly judgments: JudgmentService,
    private readonly engines: EngineService,
  ) {}

  async read({ namespace: scope, name, days }: ReadFigures, call: Call): Promise<JudgmentFigures> {
    const { organization } = call.who;
    const { id } = await this.judgments.find({ organization, scope, name });
    const namespaceId = isTemplate(scope)
      ? allNamespaces
      : await this.namespaces.readKnownIdOf({ organization, namespace: scope });
    return { days: await readFiguresByDay(this.db, namespaceId, id, days ?? defaultDays) };
  }

  /** @throws Problem forbidden for a prefix that reaches outside the key's scope */
  async readPlaced(query: ListPlacedJudgments, call: Call): Promise<PlacedJudgmentList> {
    const { organization, scope } = call.who;
    const within = query.namespace_prefix ?? scope;
    if (!scopeWithin(within, scope)) {
      throw new Problem('forbidden', "The prefix reaches outside this key's scope; send one that the key covers.");
    }
    const limit = query.limit ?? pageSize;
    const after = decodeCursor('judgments', query.cursor);
    const rows = await readPlacedJudgments(this.db, organization, within, after, limit + 1);
    const page = rows.slice(0, limit);
    const places = page.map((row) => ({ namespaceId: row.namespace_id, judgmentId: row.id }));
    const stats = await readStatisticsOfPlaces(this.db, places);
    const yesterday = await readStatisticsOfPlaces(this.db, places, 1);
    const engines = this.engines.current();
    const last = page[page.length - 1];
    return {
      judgments: page.map(({ scope: namespace, name, active_version, definition }, i) => {
        const { type, question, engine } = definition;
        const engine_source = engines.of(engine)?.source ?? null;
        const figures = { stats: stats[i], stats_yesterday: yesterday[i] };
        return { namespace, name, type, question, active_version, engine, engine_source, ...figures };
      }),
      next_cursor: rows.length > limit ? encodeCursor('judgments', [last.scope, last.name]) : null,
    };
  }
}
