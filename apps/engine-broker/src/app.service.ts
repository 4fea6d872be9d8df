import { ServiceDefinition } from '@app/boot';
import { brokerSettings } from './app.config';
import { consumers } from './app.consumers';
import { AppModule } from './app.module';
import { brokerSchema } from './app.schema';
import { workers } from './app.workers';

export const brokerService: ServiceDefinition<typeof brokerSettings> = {
  ...brokerSchema,
  module: AppModule,
  consumers,
  workers,
};
