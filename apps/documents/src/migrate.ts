import { runMigrations } from '@app/boot';
import { documentsSchema } from './app.schema';

void runMigrations(documentsSchema);
