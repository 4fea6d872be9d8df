import type { ServiceDefinition } from '@app/boot';
import type { judgmentsSettings } from './app.config';
import { judgmentsConsumers } from './app.consumers';
import { AppModule } from './app.module';
import { judgmentsSchema } from './app.schema';
import { EngineService } from './copy/engine/engine.service';
import { JobWorker } from './change/job.worker';
import { JudgingService } from './judging/judging.service';
import { DeferralWorker } from './queue/rolling-limit/deferral.worker';
import { RetentionWorker } from './answer/retention/retention.worker';
import { ScoringWorker } from './scoring/scoring.worker';
import { UpkeepService } from './answer/upkeep/upkeep.service';

/** The whole judgments service. */
export const judgmentsService: ServiceDefinition<typeof judgmentsSettings> = {
  ...judgmentsSchema,
  module: AppModule,
  consumers: judgmentsConsumers,
  workers: (app) => [
    ...[app.get(UpkeepService), app.get(EngineService), app.get(JudgingService), app.get(DeferralWorker)],
    ...[app.get(JobWorker), app.get(ScoringWorker), app.get(RetentionWorker)],
  ],
};
