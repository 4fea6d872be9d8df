import { runMigrations } from '@app/boot';
import { brokerRoom } from './app.room';

void runMigrations(brokerRoom);
