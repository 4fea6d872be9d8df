import { runMigrations } from '@app/boot';
import { eventsFeedSchema } from './app.schema';

void runMigrations(eventsFeedSchema);
