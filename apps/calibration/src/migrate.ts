import { runMigrations } from '@app/boot';
import { calibrationRoom } from './app.room';

void runMigrations(calibrationRoom);
