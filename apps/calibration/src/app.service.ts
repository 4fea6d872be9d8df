import { ServiceDefinition } from '@app/boot';
import { consumers } from './app.consumers';
import { AppModule } from './app.module';
import { calibrationSchema } from './app.schema';
import { workers } from './app.workers';

export const calibrationService: ServiceDefinition = {
  ...calibrationSchema,
  module: AppModule,
  consumers,
  workers,
};
