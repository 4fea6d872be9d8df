import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

it('without a Python that is new enough the error names what to install', () => {
  const env = { ...process.env, PYTHON: 'no-such-python' };
  const { status, stderr } = spawnSync(process.execPath, [join(__dirname, 'environment.mjs')], {
    env,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('apt-get install python3')]);
  expect(stderr).toContain('there is no no-such-python');
});
