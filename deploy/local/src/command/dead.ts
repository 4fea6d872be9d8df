import { EXIT } from '@app/commands';
import { services, SetupFailure, type Service } from '@app/servers';
import { parseArgs } from 'node:util';

/** The services that a command of every service is for: the one it names, else all. @throws SetupFailure when there is none such */
export function servicesOf(args: string[]): readonly Service[] {
  const options = { service: { type: 'string' } } as const;
  const { service } = parseArgs({ args, options, strict: false, allowPositionals: true }).values;
  if (service === undefined) return services;
  const named = services.find((one) => one === service);
  if (!named) throw new SetupFailure(`There is no service "${service}": --service is one of ${services.join(', ')}.`);
  return [named];
}

/**
 * Asks services one after another; an unreadable command is printed once, and a fact that was found ends the search.
 * @param ask runs a service's own command and returns its exit code
 * @returns 0 when every service that could did it, and a named fact was found
 */
export async function askForDead(args: string[], ask: (service: Service) => Promise<number>): Promise<number> {
  const codes: number[] = [];
  for (const service of servicesOf(args)) {
    const code = await ask(service);
    if (code === EXIT.usage || (code === EXIT.done && args[0] === 'redrive')) return code;
    codes.push(code);
  }
  return codes.every((code) => code === EXIT.done) ? EXIT.done : EXIT.failed;
}
