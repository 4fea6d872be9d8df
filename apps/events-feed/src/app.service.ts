import { ServiceDefinition } from '@app/boot';
import { AppModule } from './app.module';
import { consumers } from './app.consumers';
import { eventsFeedSchema } from './app.schema';
import { TailService } from './tail/tail.service';
import { RetentionWorker } from './retention/retention.worker';

export const eventsFeedService: ServiceDefinition = {
  ...eventsFeedSchema,
  module: AppModule,
  consumers,
  workers: (app) => [app.get(RetentionWorker), app.get(TailService)],
};
