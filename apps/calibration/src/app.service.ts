import { ServiceDefinition, Worker } from '@app/boot';
import { consumers } from './app.consumers';
import { AppModule } from './app.module';
import { calibrationSchema } from './app.schema';
import { PricingWorker } from './alternative/quote/pricing.worker';
import { FreeRunWorker } from './alternative/run/free-run.worker';
import { RunWorker } from './alternative/run/run.worker';
import { BindingService } from './outcome/binding/binding.service';
import { FitWorker } from './fit-run/fit.worker';
import { WindowWorker } from './outcome/binding/window.worker';

export const calibrationService: ServiceDefinition = {
  ...calibrationSchema,
  module: AppModule,
  consumers,
  workers: (app) =>
    [BindingService, FitWorker, WindowWorker, PricingWorker, RunWorker, FreeRunWorker].map((worker) =>
      app.get<Worker>(worker),
    ),
};
