import { runMigrations } from '@app/boot/migrate';
import { gatewaySchema } from './app.schema';

void runMigrations(gatewaySchema);
