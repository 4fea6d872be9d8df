import { ServiceDefinition } from '@app/boot';
import { webhooksSettings } from './app.config';
import { consumers } from './app.consumers';
import { AppModule } from './app.module';
import { webhooksSchema } from './app.schema';
import { RecoveryWorker } from './requeue/recovery.worker';
import { RetentionWorker } from './retention/retention.worker';
import { SenderWorker } from './sender/sender.worker';
import { TallySweepWorker } from './tally/tally-sweep.worker';

export const webhooksService: ServiceDefinition<typeof webhooksSettings> = {
  ...webhooksSchema,
  module: AppModule,
  consumers,
  workers: (app) => [
    app.get(RetentionWorker),
    app.get(TallySweepWorker),
    app.get(RecoveryWorker),
    app.get(SenderWorker),
  ],
};
