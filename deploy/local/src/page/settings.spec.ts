import { type Setting } from '@app/config';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { type SettingsOf, settingsPage } from './settings';

const page = join(workspaceRoot, 'docs/settings.md');

/** The one object of settings that a file declares. */
async function declared(file: string): Promise<Setting<unknown>[]> {
  const module = (await import(join(workspaceRoot, file))) as Record<string, Record<string, Setting<unknown>>>;
  const found = Object.entries(module).filter(([name]) => name.endsWith('Settings'));
  expect({ file, objects: found.map(([name]) => name) }).toMatchObject({ objects: [expect.any(String)] });
  return Object.values(found[0]?.[1] ?? {});
}

async function parts(): Promise<SettingsOf[]> {
  const platform = await declared('libs/boot/src/settings.ts');
  const services = readdirSync(join(workspaceRoot, 'apps'))
    .filter((name) => readdirSync(join(workspaceRoot, 'apps', name, 'src')).includes('app.config.ts'))
    .sort();
  const own = await Promise.all(
    services.map(async (name) => ({
      title: name,
      about: 'Beside those of every service.',
      settings: await declared(`apps/${name}/src/app.config.ts`),
    })),
  );
  const none = own.filter(({ settings }) => settings.length === 0).map(({ title }) => title);
  const without = none.length > 0 ? ` ${none.join(', ')} has no others.` : '';
  return [
    { title: 'Every service', about: `All eight read these.${without}`, settings: platform },
    ...own.filter(({ settings }) => settings.length > 0),
  ];
}

it('docs/settings.md lists every variable that a service reads', async () => {
  const wanted = settingsPage(await parts());
  if (process.env['WRITE_SETTINGS']) writeFileSync(page, wanted);
  if (readFileSync(page, 'utf8') !== wanted) throw new Error('docs/settings.md differs: run "npm run settings".');
  expect(wanted.match(/^\| `/gm)?.length).toBeGreaterThan(45);
});

it('a setting shows its range, unit and default; one without a default is required', () => {
  const setting = { env: 'PORT', meaning: 'a|b', unit: 'ms', range: '1 to 9', fallback: 3, read: Number };
  const { fallback: _, ...required } = setting;
  const text = settingsPage([{ title: 'T', about: 'A', settings: [setting, { ...required, env: 'A', secret: true }] }]);
  expect(text).toContain('| `PORT` | a\\|b | 1 to 9 ms | `3` |');
  expect(text).toContain('| `A` | a\\|b (secret: never logged) | 1 to 9 ms | required |');
});
