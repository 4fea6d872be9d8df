import { runMigrations } from '@app/boot/migrate';
import { documentsSchema } from './app.schema';

void runMigrations(documentsSchema);
