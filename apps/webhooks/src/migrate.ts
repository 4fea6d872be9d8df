import { runMigrations } from '@app/boot/migrate';
import { webhooksSchema } from './app.schema';

void runMigrations(webhooksSchema);
