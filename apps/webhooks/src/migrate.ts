import { runMigrations } from '@app/boot';
import { webhooksRoom } from './app.room';

void runMigrations(webhooksRoom);
