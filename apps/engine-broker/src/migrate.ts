import { runMigrations } from '@app/boot';
import { brokerSchema } from './app.schema';

void runMigrations(brokerSchema);
