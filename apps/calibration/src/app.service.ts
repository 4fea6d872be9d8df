import { ServiceDefinition } from '@app/boot';
import { consumers } from './app.consumers';
import { AppModule } from './app.module';
import { calibrationSchema } from './app.schema';
import { BindingService } from './binding/binding.service';
import { FitWorker } from './run/fit.worker';
import { WindowWorker } from './window/window.worker';

export const calibrationService: ServiceDefinition = {
  ...calibrationSchema,
  module: AppModule,
  consumers,
  workers: (app) => [app.get(BindingService), app.get(FitWorker), app.get(WindowWorker)],
};
