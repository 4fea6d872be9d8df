import '@app/observability/start';
import { run } from '@app/boot';
import { eventsFeedService } from './app.service';

void run(eventsFeedService);
