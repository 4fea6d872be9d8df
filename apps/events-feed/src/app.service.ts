import { ServiceDefinition } from '@app/boot';
import { AppModule } from './app.module';
import { consumers } from './app.consumers';
import { eventsFeedSchema } from './app.schema';
import { Tail } from './log/tail.service';
import { Retention } from './retention/retention.service';

export const eventsFeedService: ServiceDefinition = {
  ...eventsFeedSchema,
  module: AppModule,
  consumers,
  workers: (app) => [app.get(Retention), app.get(Tail)],
};
