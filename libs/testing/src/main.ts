import '@app/observability/start';
import { Service, services } from '@app/contracts';
import { runHouse } from './house/run-house';
import { runMigrations } from './process/run-migrations';
import { runOperator } from './process/run-operator';
import { runService } from './process/run-service';

/*
 * The testing bundle: `main.js <service>` is that service's process in a house, `migrate` brings all rooms up,
 * `operate <service> <JSON list of argument lists>` runs operator's commands, `house` holds a whole house for Jest.
 */
async function main([command = '', ...args]: string[]): Promise<void> {
  if (command === 'migrate') return runMigrations();
  if (command === 'operate') return runOperator(args[0] as Service, JSON.parse(args[1]) as string[][]);
  if (command === 'house') return runHouse();
  const service = services.find((one) => one === command);
  if (!service) throw new Error(`There is no "${command}": say a service, migrate, operate or house.`);
  return runService(service);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
