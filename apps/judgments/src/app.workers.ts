import { DATABASE, WorkerEntry, worker } from '@app/boot';
import { judgmentsMetrics } from '@app/metrics';
import { Database, Jobs } from '@app/persistence';
import { INestApplicationContext } from '@nestjs/common';
import { RetentionWorker } from './answer/retention/retention.worker';
import { UpkeepService } from './answer/upkeep/upkeep.service';
import { JobWorker } from './change/job.worker';
import { EngineService } from './copy/engine/engine.service';
import { JudgingService, longestIdleMs } from './judging/judging.service';
import { PendingQueue } from './queue/pending/pending-queue';
import { CatchUp } from './queue/rolling-limit/catch-up';
import { anyDue } from './queue/rolling-limit/due.store';
import { readOldestAskS } from './scoring/scoring.store';
import { ScoringWorker } from './scoring/scoring.worker';

/** What judgments does beside its requests. */
export function workers(app: INestApplicationContext): WorkerEntry[] {
  const database = app.get<Database>(DATABASE);
  const upkeep = app.get(UpkeepService);
  const engines = app.get(EngineService);
  const judging = app.get(JudgingService);
  const jobs = app.get(JobWorker);
  const scoring = app.get(ScoringWorker);
  return [
    worker({
      name: 'upkeep',
      idleMs: 10 * 60_000,
      onStart: () => upkeep.createPartitions(),
      turn: () => upkeep.sweep(),
    }),
    worker({
      name: 'engines',
      idleMs: 1000,
      onStart: () => engines.reload(),
      look: () => engines.look(),
      turn: () => engines.reload(),
    }),
    worker({
      name: 'judging',
      idleMs: 50,
      longestIdleMs,
      stuckMs: 30_000,
      wokenBy: (wake) => app.get(PendingQueue).onQueued(wake),
      look: (loop) => judging.look(loop),
      turn: (loop) => judging.turn(loop),
      onStopped: () => judging.underWay.readEnded(),
    }),
    worker({
      name: 'deferral',
      idleMs: 1000,
      look: () => database.finds(anyDue),
      turn: () => app.get(CatchUp).turn(),
    }),
    worker({
      name: 'jobs',
      idleMs: 250,
      longestIdleMs: 1000,
      // A step may take as long as its lease is renewed, a quarter of an hour.
      mayTakeMs: 20 * 60_000,
      wokenBy: (wake) => app.get(Jobs).onClaimable(wake),
      look: () => jobs.look(),
      turn: (loop) => jobs.turn(loop),
      onStopped: () => jobs.underWay.readEnded(),
    }),
    worker({
      name: 'scoring',
      idleMs: 1000,
      wokenBy: (wake) => scoring.onWake(wake),
      oldest: { metric: judgmentsMetrics.scoringOldest, readAgeS: readOldestAskS },
      look: () => scoring.look(),
      turn: () => scoring.turn(),
      onStopped: () => scoring.underWay.readEnded(),
    }),
    worker({ name: 'answer-retention', idleMs: 60_000, turn: () => app.get(RetentionWorker).turn() }),
  ];
}
