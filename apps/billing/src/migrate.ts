import { runMigrations } from '@app/boot/migrate';
import { billingSchema } from './app.schema';

void runMigrations(billingSchema);
