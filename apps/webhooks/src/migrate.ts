import { runMigrations } from '@app/boot';
import { webhooksSchema } from './app.schema';

void runMigrations(webhooksSchema);
