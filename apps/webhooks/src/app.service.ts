import { ServiceDefinition } from '@app/boot';
import { webhooksSettings } from './app.config';
import { consumers } from './app.consumers';
import { AppModule } from './app.module';
import { webhooksRoom } from './app.room';
import { Retention } from './retention/retention.service';
import { Sender } from './sender/sender.service';
import { TallySweep } from './tally/tally-sweep.service';

export const webhooksService: ServiceDefinition<typeof webhooksSettings> = {
  ...webhooksRoom,
  module: AppModule,
  consumers,
  workers: (app) => [app.get(Retention), app.get(TallySweep), app.get(Sender)],
};
