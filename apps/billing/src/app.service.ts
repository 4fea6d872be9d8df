import { ServiceDefinition } from '@app/boot';
import { billingSettings } from './app.config';
import { consumers } from './app.consumers';
import { AppModule } from './app.module';
import { billingSchema } from './app.schema';
import { workers } from './app.workers';

export const billingService: ServiceDefinition<typeof billingSettings> = {
  ...billingSchema,
  module: AppModule,
  consumers,
  workers,
};
