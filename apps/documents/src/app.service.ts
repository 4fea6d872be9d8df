import { ServiceDefinition } from '@app/boot';
import { documentsSettings } from './app.config';
import { AppModule } from './app.module';
import { consumers } from './app.consumers';
import { documentsSchema } from './app.schema';
import { workers } from './app.workers';

export const documentsService: ServiceDefinition<typeof documentsSettings> = {
  ...documentsSchema,
  module: AppModule,
  consumers,
  workers,
};
