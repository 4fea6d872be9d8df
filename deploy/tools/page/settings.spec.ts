import { type Setting } from '@app/config';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { listedSettingsSource } from './listed-settings';
import { type SettingsOf, settingsPage } from './settings';

const every = 'Every service';

/** The one object of settings that a file declares. */
async function declared(file: string): Promise<Setting<unknown>[]> {
  const module = (await import(join(workspaceRoot, file))) as Record<string, Record<string, Setting<unknown>>>;
  const found = Object.entries(module).filter(([name]) => name.endsWith('Settings'));
  expect({ file, objects: found.map(([name]) => name) }).toMatchObject({ objects: [expect.any(String)] });
  return Object.values(found[0]?.[1] ?? {});
}

async function parts(): Promise<SettingsOf[]> {
  const tracing = await declared('libs/observability/src/settings.ts');
  const platform = await declared('libs/boot/src/settings.ts');
  const known = new Set(platform.map(({ env }) => env));
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
    {
      title: every,
      about: `All eight read these.${without}`,
      settings: [...platform, ...tracing.filter(({ env }) => !known.has(env))],
    },
    ...own.filter(({ settings }) => settings.length > 0),
  ];
}

/** @throws Error when a file differs from what it ought to be, which `npm run settings` writes */
function holds(path: string, wanted: string): void {
  const file = join(workspaceRoot, path);
  if (process.env['WRITE_SETTINGS']) writeFileSync(file, wanted);
  if (readFileSync(file, 'utf8') !== wanted) throw new Error(`${path} differs: run "npm run settings".`);
}

it('docs/settings.md lists every variable that a service reads', async () => {
  const wanted = settingsPage(await parts());
  holds('docs/settings.md', wanted);
  expect(wanted.match(/^\| `/gm)?.length).toBeGreaterThan(45);
});

it('the starts know which variables each service reads', async () => {
  const listed = (await parts()).map(({ title, settings }) => ({ name: title === every ? 'every' : title, settings }));
  holds('deploy/local/src/setting/listed-settings.ts', listedSettingsSource(listed));
});

it('no default leads to another machine', async () => {
  const defaults = (await parts()).flatMap(({ settings }) => settings.map(({ env, fallback }) => ({ env, fallback })));
  const addresses = defaults.filter(({ fallback }) => typeof fallback === 'string' && /^\w+:\/\//.test(fallback));
  expect(addresses.map(({ env }) => env)).toContain('PUBLIC_URL');
  expect(addresses.filter(({ fallback }) => new URL(String(fallback)).hostname !== '127.0.0.1')).toEqual([]);
});

it('a setting shows its range, unit and default; one without a default is required', () => {
  const setting = { env: 'PORT', meaning: 'a|b', unit: 'ms', range: '1 to 9', fallback: 3, read: Number };
  const { fallback: _, ...required } = setting;
  const text = settingsPage([{ title: 'T', about: 'A', settings: [setting, { ...required, env: 'A', secret: true }] }]);
  expect(text).toContain('| `PORT` | a\\|b | 1 to 9 ms | `3` |');
  expect(text).toContain('| `A` | a\\|b (secret: never logged) | 1 to 9 ms | required |');
});
