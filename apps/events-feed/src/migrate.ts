import { runMigrations } from '@app/boot';
import { eventsFeedRoom } from './app.room';

void runMigrations(eventsFeedRoom);
