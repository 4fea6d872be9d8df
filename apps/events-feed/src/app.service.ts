import { ServiceDefinition } from '@app/boot';
import { AppModule } from './app.module';
import { consumers } from './app.consumers';
import { eventsFeedSchema } from './app.schema';
import { workers } from './app.workers';

export const eventsFeedService: ServiceDefinition = {
  ...eventsFeedSchema,
  module: AppModule,
  consumers,
  workers,
};
