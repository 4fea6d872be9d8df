import { runMigrations } from '@app/boot';
import { gatewayRoom } from './app.room';

void runMigrations(gatewayRoom);
