import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const installLimitMs = 240_000;

/**
 * The Chromium of this machine; root gets Debian's package first when there is none.
 * @throws Error with the command to type: a story in a browser fails without one, it is never left out
 */
export function chromiumProgram(): string {
  return found() ?? installed();
}

function found(): string | undefined {
  return [process.env['CHROMIUM'] ?? '', ...places].find((path) => path !== '' && existsSync(path));
}

function installed(): string {
  if (process.getuid?.() === 0) {
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        stdio: 'ignore',
        timeout: installLimitMs,
      }).status === 0;
    const install = () => apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
    if (!install()) {
      apt('update', '-qq');
      install();
    }
  }
  const program = found();
  if (program) return program;
  throw new Error('There is no Chromium: install it ("apt-get install chromium"), or name its program in CHROMIUM.');
}
