import '@app/observability/start';
import { run } from '@app/boot';
import { documentsService } from './app.service';

void run(documentsService);
