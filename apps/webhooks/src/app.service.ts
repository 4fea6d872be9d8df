import { ServiceDefinition } from '@app/boot';
import { webhooksSettings } from './app.config';
import { consumers } from './app.consumers';
import { AppModule } from './app.module';
import { webhooksSchema } from './app.schema';
import { Retention } from './retention/retention.service';
import { Sender } from './sender/sender.service';
import { TallySweep } from './tally/tally-sweep.service';

export const webhooksService: ServiceDefinition<typeof webhooksSettings> = {
  ...webhooksSchema,
  module: AppModule,
  consumers,
  workers: (app) => [app.get(Retention), app.get(TallySweep), app.get(Sender)],
};
