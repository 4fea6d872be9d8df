import '@app/observability/start';
import { Service, services } from '@app/contracts';
import { runKeeper } from './keeper/keeper-server';
import { runKeptOperator, runOperator } from './process/run-operator';
import { runService } from './process/run-service';
import { runTogether } from './process/run-together';

/*
 * The testing bundle: `main.js <service>` is that service's process in a stack, `together` that of all, `migrate` brings all rooms up,
 * `operate <service> <JSON list of argument lists>` runs operator's commands, `operator <service>` those that its parent sends,
 * `keeper <name>` keeps a stack for Jest.
 */
async function main([command = '', ...args]: string[]): Promise<void> {
  // Not with a service: TypeORM, which migrates, is loaded by nobody else.
  if (command === 'migrate') return (await import('./process/run-migrations')).runMigrations();
  if (command === 'operate') return runOperator(args[0] as Service, JSON.parse(args[1]) as string[][]);
  if (command === 'operator') return runKeptOperator(args[0] as Service);
  if (command === 'keeper') return runKeeper(args[0] ?? 'own');
  if (command === 'together') return runTogether();
  const service = services.find((one) => one === command);
  if (!service)
    throw new Error(`There is no "${command}": say a service, together, migrate, operate, operator or keeper.`);
  return runService(service);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
