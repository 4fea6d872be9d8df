import { ServiceDefinition } from '@app/boot';
import { documentsSettings } from './app.config';
import { AppModule } from './app.module';
import { consumers } from './app.consumers';
import { documentsRoom } from './app.room';
import { workers } from './app.workers';

export const documentsService: ServiceDefinition<typeof documentsSettings> = {
  ...documentsRoom,
  module: AppModule,
  consumers,
  workers,
};
