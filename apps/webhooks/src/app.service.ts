import { ServiceDefinition } from '@app/boot';
import { webhooksSettings } from './app.config';
import { consumers } from './app.consumers';
import { AppModule } from './app.module';
import { webhooksSchema } from './app.schema';
import { workers } from './app.workers';

export const webhooksService: ServiceDefinition<typeof webhooksSettings> = {
  ...webhooksSchema,
  module: AppModule,
  consumers,
  workers,
};
