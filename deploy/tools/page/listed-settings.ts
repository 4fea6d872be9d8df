import { type Setting } from '@app/config';

/** A part of the list: `every`, or a service. */
export interface ListedPart {
  name: string;
  settings: readonly Setting<unknown>[];
}

const head = '// Written by `npm run settings` from the settings that the services declare: do not edit.\n';

/** The source of `setting/listed-settings.ts`: which variables each service reads, and which of them are secrets. */
export function listedSettingsSource(parts: readonly ListedPart[]): string {
  const lines = parts.flatMap(({ name, settings }) => {
    const rows = settings.map(({ env, secret }) => `    ${env}: '${secret ? 'secret' : 'open'}',`).sort();
    return [`  ${/^\w+$/.test(name) ? name : `'${name}'`}: {`, ...rows, '  },'];
  });
  return `${head}export const listedSettings = {\n${lines.join('\n')}\n} as const;\n`;
}
