import '@app/observability/start';
import { run } from '@app/boot';
import { judgmentsService } from './app.service';

void run(judgmentsService);
