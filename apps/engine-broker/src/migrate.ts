import { runMigrations } from '@app/boot/migrate';
import { brokerSchema } from './app.schema';

void runMigrations(brokerSchema);
