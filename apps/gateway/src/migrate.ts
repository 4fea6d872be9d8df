import { runMigrations } from '@app/boot';
import { gatewaySchema } from './app.schema';

void runMigrations(gatewaySchema);
