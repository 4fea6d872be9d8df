import { DATABASE, WorkerEntry, jobWorker, together, worker } from '@app/boot';
import { Database, Jobs } from '@app/persistence';
import { INestApplicationContext } from '@nestjs/common';
import { waitingQuotes } from './alternative/quote/quote.store';
import { PricingWorker } from './alternative/quote/pricing.worker';
import { freeRuns } from './alternative/run/free-run.store';
import { FreeRunWorker } from './alternative/run/free-run.worker';
import { alternativesRunType } from './alternative/run/job-type';
import { RunWorker } from './alternative/run/run.worker';
import { ComputeThread } from './figure/compute.thread';
import { FitWorker } from './fit-run/fit.worker';
import { NightlyFits } from './fit-run/nightly-fits';
import { unreadLabels } from './outcome/attribute/attribute.store';
import { AttributeWorker } from './outcome/attribute/attribute.worker';
import { BindingService } from './outcome/binding/binding.service';
import { implicitJudgments } from './outcome/binding/window.store';
import { WindowWorker } from './outcome/binding/window.worker';
import { RepeatWorker } from './repeat/repeat.worker';
import { repeatRunType } from './repeat/run';

/** A step of a job may take as long as its lease is renewed, a quarter of an hour. */
const stepMs = 20 * 60_000;
/** Longer than the longest fit, and than scoring all rows of a table. */
const longestTurnMs = 600_000;

function outcomes(app: INestApplicationContext): WorkerEntry[] {
  const database = app.get<Database>(DATABASE);
  const binding = app.get(BindingService);
  return [
    worker({
      name: 'binding',
      idleMs: 5000,
      stuckMs: 120_000,
      wokenBy: (wake) => binding.onWake(wake),
      turn: () => binding.turn(),
    }),
    worker({
      name: 'label-attributes',
      idleMs: 2000,
      stuckMs: 120_000,
      look: () => database.finds(unreadLabels),
      turn: () => app.get(AttributeWorker).turn(),
    }),
    worker({
      name: 'outcome-window',
      idleMs: 2000,
      stuckMs: 120_000,
      look: () => database.finds(implicitJudgments),
      turn: () => app.get(WindowWorker).turn(),
    }),
  ];
}

/** As many at once as the process may compute. The first one makes the fits of the night as well. */
function fits(app: INestApplicationContext): WorkerEntry {
  const worked = app.get(FitWorker);
  const slots = Array.from({ length: app.get(ComputeThread).slots }, (_, slot) => slot);
  return together(
    slots.map((slot) =>
      worker({
        name: slot === 0 ? 'fits' : `fits-${slot}`,
        idleMs: 1000,
        stuckMs: longestTurnMs,
        mayTakeMs: stepMs,
        wokenBy: (wake) => app.get(Jobs).onClaimable(wake),
        look: () => worked.look(slot === 0),
        turn: () => worked.turn(slot === 0),
        onStopped: () => (slot === 0 ? app.get(NightlyFits).release() : undefined),
      }),
    ),
  );
}

function alternatives(app: INestApplicationContext): WorkerEntry[] {
  const database = app.get<Database>(DATABASE);
  const pricing = app.get(PricingWorker);
  return [
    worker({
      name: 'alternative-quotes',
      idleMs: 1000,
      stuckMs: 180_000,
      mayTakeMs: 60_000,
      wokenBy: (wake) => pricing.onWake(wake),
      look: () => database.finds(waitingQuotes),
      turn: () => pricing.turn(),
    }),
    jobWorker({
      name: 'alternative-runs',
      idleMs: 1000,
      stuckMs: longestTurnMs,
      mayTakeMs: stepMs,
      jobs: app.get(Jobs),
      type: alternativesRunType,
      step: (job) => app.get(RunWorker).step(job),
    }),
    jobWorker({
      name: 'repeat-runs',
      idleMs: 1000,
      stuckMs: longestTurnMs,
      mayTakeMs: stepMs,
      jobs: app.get(Jobs),
      type: repeatRunType,
      step: (job) => app.get(RepeatWorker).step(job),
    }),
    worker({
      name: 'free-runs',
      idleMs: 2000,
      stuckMs: longestTurnMs,
      mayTakeMs: stepMs,
      look: () => database.finds(freeRuns),
      turn: () => app.get(FreeRunWorker).turn(),
    }),
  ];
}

/** What calibration does beside its requests. */
export function workers(app: INestApplicationContext): WorkerEntry[] {
  return [...outcomes(app), fits(app), ...alternatives(app)];
}
