import '@app/observability/start';
import { Service, services } from '@app/contracts';
import { readFileSync } from 'node:fs';

/*
 * The testing bundle: `main.js <service>` is that service's process in a stack, `together` that of all, `migrate` brings all rooms up,
 * `operate <service> <JSON list of argument lists>` runs operator's commands, `operator <service>` those that its parent sends,
 * `keeper <name>` keeps a stack for Jest, `compile` loads what these load and ends
 * (deploy/tools/build/compiled), `lines` copies its input with the lines of sources where it names those of this bundle.
 */
async function main([command = '', ...args]: string[]): Promise<void> {
  // Each loads what it needs: TypeORM is for migrations, the keeper's servers and browser for the keeper.
  if (command === 'migrate') return (await import('./process/run-migrations')).runMigrations();
  if (command === 'operate')
    return (await import('./process/run-operator')).runOperator(args[0] as Service, JSON.parse(args[1]) as string[][]);
  if (command === 'operator') return (await import('./process/run-operator')).runKeptOperator(args[0] as Service);
  if (command === 'keeper') return (await import('./keeper/keeper-server')).runKeeper(args[0] ?? 'own');
  if (command === 'together') return (await import('./process/run-together')).runTogether();
  if (command === 'lines') return nameLines();
  if (command === 'compile') return loadAll();
  const service = services.find((one) => one === command);
  if (!service)
    throw new Error(`There is no "${command}": say a service, together, migrate, operate, operator or keeper.`);
  return (await import('./process/run-service')).runService(service);
}

async function nameLines(): Promise<void> {
  const { withSourceLines } = await import('./stack/source-lines');
  process.stdout.write(withSourceLines(readFileSync(0, 'utf8'), process.argv[1]));
}

async function loadAll(): Promise<void> {
  const { definitionOf, operatorOf } = await import('./process/definitions');
  await import('./keeper/keeper-server');
  for (const service of services) await definitionOf(service);
  await operatorOf('gateway');
  process.exit(0);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
