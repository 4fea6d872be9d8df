import { runMigrations } from '@app/boot';
import { calibrationSchema } from './app.schema';

void runMigrations(calibrationSchema);
