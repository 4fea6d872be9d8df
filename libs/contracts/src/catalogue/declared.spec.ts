import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');

/** What a program prints that imports the catalogue alone: in jest other specs have loaded other modules before. */
function printedBy(program: string): string {
  const options = ['--bundle', '--platform=node', '--tsconfig=../../../../tsconfig.base.json', '--loader=ts'];
  const esbuild = join(root, 'node_modules/.bin/esbuild');
  const main = execFileSync(esbuild, [...options, '--log-level=error'], { cwd: __dirname, input: program });
  return execFileSync(process.execPath, ['-'], { input: main, encoding: 'utf8' });
}

it('the catalogue has every message by itself, as a start does that gives each user of the bus its rights', () => {
  const printed = printedBy(`
    import { declaredMessages } from './declared';
    process.stdout.write(JSON.stringify([...declaredMessages().keys()]));
  `);
  const { channels } = JSON.parse(readFileSync(join(root, 'docs/api/asyncapi.json'), 'utf8')) as {
    channels: Record<string, { address: string }>;
  };
  const published = Object.values(channels).map(({ address }) => address);
  expect((JSON.parse(printed) as string[]).sort()).toEqual(published.sort());
});
