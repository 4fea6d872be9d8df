import '@app/observability/start';
import { run } from '@app/boot';
import { billingService } from './app.service';

void run(billingService);
