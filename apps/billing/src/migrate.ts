import { runMigrations } from '@app/boot';
import { billingSchema } from './app.schema';

void runMigrations(billingSchema);
