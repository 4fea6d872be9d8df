// `npm run settings`: writes docs/settings.md, the list that the starts read, and the environments of deploy/compose.yaml from the
// settings that the services declare.
import { printHelp } from '../local/help.mjs';
import { bin, fail, install, quiet, run, say } from './build/setup.mjs';

const help = {
  lines: [
    'Usage: npm run settings',
    '',
    'Writes docs/settings.md, every environment variable that the services read, and gives each service its own in',
    'deploy/compose.yaml.',
    '',
    'Options:',
    '  -h, --help  display help for command',
    '',
    'Example:',
    '  npm run settings',
  ],
};

if (printHelp(help, process.argv.slice(2))) process.exit(0);
await install({ alsoOfTests: true });
// One after the other: compose.yaml is written from the list.
for (const name of ['settings', 'compose']) {
  const spec = `deploy/tools/page/${name}.spec.ts`;
  const { code, output } = await run(bin('jest'), [spec, '--selectProjects', 'unit'], {
    env: { ...quiet, WRITE_SETTINGS: '1' },
  });
  if (code !== 0) {
    say(output);
    fail(`What ${name}.spec.ts holds was not written: mend what stands above and start again.`);
  }
}
