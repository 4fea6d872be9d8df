import type { ServiceDefinition } from '@app/boot';
import type { judgmentsSettings } from './app.config';
import { judgmentsConsumers } from './app.consumers';
import { AppModule } from './app.module';
import { judgmentsSchema } from './app.schema';
import { workers } from './app.workers';

/** The whole judgments service. */
export const judgmentsService: ServiceDefinition<typeof judgmentsSettings> = {
  ...judgmentsSchema,
  module: AppModule,
  consumers: judgmentsConsumers,
  workers,
};
