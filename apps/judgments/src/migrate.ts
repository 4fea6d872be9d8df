import { runMigrations } from '@app/boot/migrate';
import { judgmentsSchema } from './app.schema';

void runMigrations(judgmentsSchema);
