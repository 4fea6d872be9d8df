import '@app/observability/start';
import { run } from '@app/boot';
import { calibrationService } from './app.service';

void run(calibrationService);
