import { SetupFailure } from './failure';

const setting = /^[a-z_.]+\s*=\s*\S.*$/;

/**
 * Settings of postgresql.conf as `POSTGRES_SETTINGS` gives them, separated by semicolons.
 * @throws SetupFailure for a part that is no name with a value
 */
export function givenSettings(text = ''): string[] {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
  const wrong = parts.find((part) => !setting.test(part));
  if (wrong === undefined) return parts;
  throw new SetupFailure(
    `POSTGRES_SETTINGS must be settings such as "shared_buffers=2GB; work_mem=16MB"; "${wrong}" is none.`,
  );
}

/**
 * Whether `POSTGRES_PROGRAM` asks for the Postgres of the package, also on a machine that has another one.
 * @throws SetupFailure for another word
 */
export function wantsPackaged(text = ''): boolean {
  if (text === '' || text === 'packaged') return text !== '';
  throw new SetupFailure(`POSTGRES_PROGRAM must be "packaged" or empty; "${text}" is neither.`);
}
