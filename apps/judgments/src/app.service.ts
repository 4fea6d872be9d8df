import type { ServiceDefinition } from '@app/boot';
import { judgmentsConsumers } from './app.consumers';
import type { judgmentsSettings } from './app.config';
import { AppModule } from './app.module';
import { judgmentsSchema } from './app.schema';
import { EngineService } from './engine/engine.service';
import { JobService } from './job/job.service';
import { JudgingService } from './judging/judging.service';
import { UpkeepService } from './upkeep/upkeep.service';

/** The judgments service, whole. */
export const judgmentsService: ServiceDefinition<typeof judgmentsSettings> = {
  ...judgmentsSchema,
  module: AppModule,
  consumers: judgmentsConsumers,
  workers: (app) => [app.get(UpkeepService), app.get(EngineService), app.get(JudgingService), app.get(JobService)],
};
