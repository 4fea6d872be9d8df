import type { ServiceDefinition } from '@app/boot';
import type { judgmentsSettings } from './app.config';
import { judgmentsConsumers } from './app.consumers';
import { AppModule } from './app.module';
import { judgmentsSchema } from './app.schema';
import { EngineService } from './engine/engine.service';
import { JobWorker } from './job/job.worker';
import { JudgingService } from './judging/judging.service';
import { DeferralWorker } from './rolling/deferral.worker';
import { RetentionWorker } from './retention/retention.worker';
import { ScoringWorker } from './scoring/scoring.worker';
import { UpkeepService } from './upkeep/upkeep.service';

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
