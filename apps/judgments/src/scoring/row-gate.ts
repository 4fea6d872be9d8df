import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { EngineService } from '../copy/engine/engine.service';
import type { Engines } from '../copy/engine/engine';
import { groupBy } from '../queue/pending/group-by';
import { afterFailure } from './failure';
import { recordStop } from './record.store';
import type { Scoring, ScoringAsk, ScoringClaim } from './scoring';
import { ScoringAsks } from './scoring-asks';

const restingMs = 2_000;
/** The copy of an engine's epoch is this late at most; a row that starts may be ahead of it. */
const copyLateMs = 30_000;

/** Whether the asks of a row may go on now: `moved` when its engine answers in another epoch by now. */
type GateState = 'open' | 'waits' | 'moved' | 'stopped' | 'failing';

/** Lets the asks of rows pass whose engine answers, and in the epoch that the row is of. */
@Injectable()
export class RowGate {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly engines: EngineService,
    private readonly asks: ScoringAsks,
  ) {}

  /** @returns the asks that go on; the others were given back, or their row has stopped */
  async pass(claim: ScoringClaim): Promise<ScoringAsk[]> {
    const refs = [...claim.rows.values()].map(({ definition }) => definition.engine);
    const engines = await this.engines.readKnowing(refs);
    const passed: ScoringAsk[] = [];
    for (const [alternative, asks] of groupBy(claim.asks, (ask) => ask.alternative)) {
      const scoring = claim.rows.get(alternative)!;
      const state = gateStateOf(scoring, engines, claim.now.getTime());
      if (state === 'open') passed.push(...asks);
      else await this.hold(claim, scoring, asks, state);
    }
    return passed;
  }

  private async hold(
    claim: ScoringClaim,
    scoring: Scoring,
    asks: readonly ScoringAsk[],
    state: GateState,
  ): Promise<void> {
    if (state === 'failing') {
      for (const ask of asks) await this.asks.settle(claim, ask, afterFailure('engine_unavailable', ask.attempts));
      return;
    }
    if (state === 'moved') await recordStop(this.db, scoring);
    // Asks of a stopped row do not come back.
    await this.asks.giveBack(
      claim,
      asks.map((ask) => ({ ask, waitMs: restingMs })),
    );
  }
}

function gateStateOf(scoring: Scoring, engines: Engines, nowMs: number): GateState {
  const { definition, engineVersion, startedAt, stopped } = scoring;
  if (stopped) return 'stopped';
  const engine = engines.of(definition.engine);
  if (!engine?.active) return 'failing';
  if (engines.isResting(definition.engine, nowMs)) return 'waits';
  const isKnown = engine.engineVersion !== null && engineVersion !== '';
  if (!isKnown || engine.engineVersion === engineVersion) return 'open';
  return nowMs - startedAt.getTime() > copyLateMs ? 'moved' : 'waits';
}
