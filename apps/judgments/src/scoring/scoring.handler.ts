import { DATABASE } from '@app/boot';
import { BudgetChanged } from '@app/contracts/billing';
import {
  EnginesUsed,
  EnginesUsedFound,
  ScoringStarted,
  ScoringStopped,
  StartScoring,
  StopScoring,
} from '@app/contracts/judgments';
import { EngineRef, isTemplate, scopeChain } from '@app/definition';
import { Database } from '@app/persistence';
import { invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import type { Judgment } from '../judgment/definition/judgment';
import { readJudgmentsOnScopes } from '../judgment/definition/judgment.store';
import { readEnginesSent } from '../copy/engine/engine-uses';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { readPaused } from '../copy/namespace/paused.store';
import { groupBy } from '../queue/pending/group-by';
import { openAsks, resumeScoring, startScoring, stopScoring } from './scoring.store';
import { ScoringWorker } from './scoring.worker';

/** Starts and stops the rows of runs, and tells which engines namespaces use. */
@Injectable()
export class ScoringHandler {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly namespaces: NamespaceStore,
    private readonly worker: ScoringWorker,
  ) {}

  /** @throws Problem `invalid_request` when a row that is paid for names no block, or a label without units */
  async start(start: StartScoring): Promise<ScoringStarted> {
    if (!start.free) requirePrice(start);
    const { organization } = start;
    const ids = await this.namespaces.readIdsOf(start.labels.map(({ namespace }) => ({ organization, namespace })));
    const left = await this.db.transaction('judgments.scoring-start', async (tx) => {
      await startScoring(tx, start, ids);
      return openAsks(tx, start.run, start.alternative);
    });
    this.worker.wake();
    return { left };
  }

  async stop({ organization, run }: StopScoring): Promise<ScoringStopped> {
    const left = await this.db.transaction('judgments.scoring-stop', async (tx) => {
      await stopScoring(tx, organization, run);
      return openAsks(tx, run, null);
    });
    return { under_way: left };
  }

  async applyBudget({ organization, namespace }: BudgetChanged): Promise<void> {
    if ((await resumeScoring(this.db, organization, namespace)) > 0) this.worker.wake();
  }

  /** A template prefix names engines by the judgments of its chain; contexts are sent from namespaces alone. */
  async readEnginesUsed({ organization, namespaces }: EnginesUsed): Promise<EnginesUsedFound> {
    const chains = namespaces.map(scopeChain);
    const judgments = await readJudgmentsOnScopes(this.db, organization, [...new Set(chains.flat())]);
    const own = namespaces.filter((one) => !isTemplate(one));
    const settings = await this.namespaces.readSettingsOf(organization, own);
    const byScope = groupBy(judgments, ({ scope }) => scope);
    const named = [
      ...chains.flatMap((chain) => inForceOn(chain, byScope)).map(({ definition }) => definition.engine),
      ...settings.flatMap(({ defaultEngine }) => defaultEngine ?? []),
    ];
    const [sent, paused] = await Promise.all([
      own.length > 0 ? readEnginesSent(this.db, idsOf(own, settings)) : [],
      readPaused(this.db, organization, namespaces),
    ]);
    return { named: distinct(named), sent, paused };
  }
}

/** The judgments in force at the end of a chain: of each name, the most specific one. */
function inForceOn(chain: readonly string[], byScope: ReadonlyMap<string, readonly Judgment[]>): Judgment[] {
  const byName = new Map<string, Judgment>();
  for (const one of chain.flatMap((scope) => byScope.get(scope) ?? [])) {
    if (!byName.has(one.name)) byName.set(one.name, one);
  }
  return [...byName.values()];
}

/** Compact ids; `0`, which no row has, for a namespace that is not known here. */
function idsOf(namespaces: readonly string[], known: readonly { name: string; id: string }[]): string[] {
  const ids = new Map(known.map(({ name, id }) => [name, id]));
  return [...new Set(namespaces)].map((name) => ids.get(name) ?? '0');
}

function distinct(refs: readonly EngineRef[]): EngineRef[] {
  return [...new Map(refs.map(({ name, version }) => [`${name}\n${version}`, { name, version }])).values()];
}

function requirePrice({ block, labels }: StartScoring): void {
  if (block === null) throw invalid('missing_field', '/block', '`/block` is null; name the block that pays the row.');
  const unpriced = labels.findIndex(({ units }) => units <= 0);
  if (unpriced < 0) return;
  const path = `/labels/${unpriced}/units`;
  throw invalid('bad_bounds', path, `\`${path}\` is 0; price the label before it is asked.`);
}
