import { ServiceDefinition } from '@app/boot';
import { billingSettings } from './app.config';
import { consumers } from './app.consumers';
import { AppModule } from './app.module';
import { billingRoom } from './app.room';
import { Upkeep } from './budget/upkeep.service';

export const billingService: ServiceDefinition<typeof billingSettings> = {
  ...billingRoom,
  module: AppModule,
  consumers,
  workers: (app) => [app.get(Upkeep)],
};
