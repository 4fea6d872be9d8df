import { runMigrations } from '@app/boot';
import { documentsRoom } from './app.room';

void runMigrations(documentsRoom);
