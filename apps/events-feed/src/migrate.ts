import { runMigrations } from '@app/boot/migrate';
import { eventsFeedSchema } from './app.schema';

void runMigrations(eventsFeedSchema);
