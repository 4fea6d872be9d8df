import { runMigrations } from '@app/boot';
import { judgmentsRoom } from './app.room';

void runMigrations(judgmentsRoom);
