import { runMigrations } from '@app/boot';
import { judgmentsSchema } from './app.schema';

void runMigrations(judgmentsSchema);
