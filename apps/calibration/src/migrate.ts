import { runMigrations } from '@app/boot/migrate';
import { calibrationSchema } from './app.schema';

void runMigrations(calibrationSchema);
