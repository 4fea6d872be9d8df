import { runMigrations } from '@app/boot';
import { billingRoom } from './app.room';

void runMigrations(billingRoom);
