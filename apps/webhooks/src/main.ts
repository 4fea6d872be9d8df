import '@app/observability/start';
import { run } from '@app/boot';
import { webhooksService } from './app.service';

void run(webhooksService);
