import { CONFIG, DATABASE, LOGGER, ServiceConfig, WorkerEntry, cursorWorker, jobWorker, worker } from '@app/boot';
import { documentsMetrics } from '@app/metrics';
import type { Logger } from '@app/observability';
import { Database, Jobs } from '@app/persistence';
import { INestApplicationContext } from '@nestjs/common';
import type { documentsSettings } from './app.config';
import { ImageReferenceService } from './erasure/image/image-reference.service';
import { readOldestDirtyS } from './group/dirty.store';
import { GroupWorker } from './group/group.worker';
import { readOldestChangeS, relatedChanges } from './invalidation/drain/inbox.store';
import { RelatedWorker } from './invalidation/drain/related.worker';
import { fanoutWalks } from './invalidation/fanout/fanout.store';
import { dependentWalks } from './invalidation/fanout/dependent-walk.store';
import { DependentWalker } from './invalidation/fanout/dependent.walker';
import { FanoutWalker } from './invalidation/fanout/fanout.walker';
import { findLostTurns } from './invalidation/fanout/turn.store';
import { IntervalWorker } from './invalidation/interval/interval.worker';
import { stepLinks } from './invalidation/relation/link-step';
import { linkBuilds } from './invalidation/relation/link.store';
import { RelatedSignal } from './invalidation/relation/related-signal';
import { waitingWalks } from './invalidation/waiting/waiting-walk.store';
import { WaitingWalker } from './invalidation/waiting/waiting.walker';
import { JobWorker } from './job/job.worker';
import { MeterWorker } from './namespace/metering/meter.worker';
import { SweepWorker } from './namespace/upkeep/sweep.worker';
import { WarmerWorker } from './namespace/upkeep/warmer.worker';
import { dueMembers, readOldestDueS } from './subscription/membership/due.store';
import { pairWork } from './pair/pair-index.store';
import { stepPair } from './pair/pair-step';
import { PairsService } from './pair/pairs.service';
import { DueWorker } from './subscription/membership/due.worker';
import { WalkService } from './subscription/walk/walk.service';
import { subscriptionWalks } from './subscription/walk/walk.store';
import { summarySweeps } from './summary/summary.store';
import { SummaryWorker } from './summary/summary.worker';

/** Walks whose rows the processes share by lease; each turn is a chunk of one of them. */
function walks(app: INestApplicationContext): WorkerEntry[] {
  const database = app.get<Database>(DATABASE);
  const logger = app.get<Logger>(LOGGER);
  const fanouts = app.get(FanoutWalker);
  const readers = app.get(DependentWalker);
  const waiting = app.get(WaitingWalker);
  const subscriptions = app.get(WalkService);
  const summaries = app.get(SummaryWorker);
  return [
    cursorWorker({
      name: 'links',
      idleMs: 1000,
      stuckMs: 60_000,
      cursor: linkBuilds,
      step: (build) => stepLinks(database, logger, build),
    }),
    cursorWorker({
      name: 'pairs',
      idleMs: 1000,
      stuckMs: 60_000,
      cursor: pairWork,
      step: (pair) => stepPair(database, logger, pair),
    }),
    cursorWorker({
      name: 'fanout',
      idleMs: 500,
      longestIdleMs: 1000,
      stuckMs: 60_000,
      cursor: fanoutWalks,
      oldest: { metric: documentsMetrics.fanoutOldest, since: 'due_at' },
      step: (walk) => fanouts.step(walk),
    }),
    worker({ name: 'fanout-turns', idleMs: 60_000, turn: () => findLostTurns(database) }),
    cursorWorker({
      name: 'readers',
      idleMs: 1000,
      stuckMs: 60_000,
      cursor: dependentWalks,
      oldest: { metric: documentsMetrics.readerWalkOldest, since: 'due_at' },
      step: (walk) => readers.step(walk),
    }),
    cursorWorker({
      name: 'waiting',
      idleMs: 1000,
      stuckMs: 60_000,
      cursor: waitingWalks,
      step: (walk) => waiting.step(walk),
    }),
    cursorWorker({
      name: 'subscription-walk',
      idleMs: 1000,
      stuckMs: 60_000,
      cursor: subscriptionWalks,
      oldest: { metric: documentsMetrics.walkOldest, since: 'created_at' },
      step: (walk) => subscriptions.step(walk),
    }),
    cursorWorker({
      name: 'summaries',
      idleMs: 1000,
      stuckMs: 60_000,
      cursor: summarySweeps,
      step: (sweep) => summaries.step(sweep),
    }),
  ];
}

/** Queues that documents fill: what a write or an answer leaves, and what comes due by time. */
function queues(app: INestApplicationContext): WorkerEntry[] {
  const database = app.get<Database>(DATABASE);
  const related = app.get(RelatedWorker);
  const groups = app.get(GroupWorker);
  const intervals = app.get(IntervalWorker);
  const due = app.get(DueWorker);
  const detachment = app.get(ImageReferenceService);
  return [
    worker({
      name: 'related',
      idleMs: 500,
      longestIdleMs: 1000,
      stuckMs: 60_000,
      wokenBy: (wake) => app.get(RelatedSignal).onChanges(wake),
      oldest: { metric: documentsMetrics.relatedOldest, readAgeS: readOldestChangeS },
      look: () => database.finds(relatedChanges),
      turn: () => related.turn(),
    }),
    worker({
      name: 'groups',
      idleMs: 500,
      longestIdleMs: 1000,
      stuckMs: 60_000,
      oldest: { metric: documentsMetrics.groupOldest, readAgeS: readOldestDirtyS },
      look: () => groups.look(),
      turn: () => groups.turn(),
    }),
    worker({
      name: 'intervals',
      idleMs: 1000,
      stuckMs: 120_000,
      look: () => intervals.look(),
      turn: () => intervals.turn(),
    }),
    worker({
      name: 'subscription-due',
      idleMs: 1000,
      stuckMs: 60_000,
      oldest: { metric: documentsMetrics.membershipOldest, readAgeS: readOldestDueS },
      look: () => database.finds(dueMembers),
      turn: () => due.turn(),
    }),
    worker({
      name: 'image-detachment',
      idleMs: 5000,
      stuckMs: 60_000,
      wokenBy: (wake) => detachment.onWake(wake),
      turn: () => detachment.next(),
    }),
  ];
}

/** What one process of all does, by a lease, and what each does for itself. Readiness does not depend on it. */
function upkeep(app: INestApplicationContext): WorkerEntry[] {
  const { meterEveryMs, warmEveryMs } = app.get<ServiceConfig<typeof documentsSettings>>(CONFIG);
  const meter = app.get(MeterWorker);
  return [
    worker({ name: 'sweep', idleMs: 60_000, turn: () => app.get(SweepWorker).turn() }),
    worker({ name: 'meter', idleMs: meterEveryMs, turn: () => meter.turn(), onStopped: () => meter.release() }),
    worker({ name: 'pair-use', idleMs: 30_000, turn: () => app.get(PairsService).keep() }),
    worker({ name: 'warmer', idleMs: warmEveryMs, turn: () => app.get(WarmerWorker).turn() }),
  ];
}

/** What documents does beside its requests. */
export function workers(app: INestApplicationContext): WorkerEntry[] {
  const jobs = app.get(JobWorker);
  return [
    jobWorker({
      name: 'jobs',
      idleMs: 1000,
      stuckMs: 120_000,
      jobs: app.get(Jobs),
      step: (job) => jobs.step(job),
    }),
    ...walks(app),
    ...queues(app),
    ...upkeep(app),
  ];
}
