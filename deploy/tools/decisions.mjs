// `npm run decisions`: writes docs/decisions/README.md, the index of the decisions, from the first lines of their pages.
import { printHelp } from '../local/help.mjs';
import { bin, fail, install, quiet, run, say } from './build/setup.mjs';

const help = {
  lines: [
    'Usage: npm run decisions',
    '',
    'Writes docs/decisions/README.md, the index of the decisions by area, from the first lines of their pages.',
    '',
    'Options:',
    '  -h, --help  display help for command',
    '',
    'Example:',
    '  npm run decisions',
  ],
};

if (printHelp(help, process.argv.slice(2))) process.exit(0);
await install({ alsoOfTests: true });
const spec = 'deploy/tools/page/decisions.spec.ts';
const { code, output } = await run(bin('jest'), [spec, '--selectProjects', 'unit'], {
  env: { ...quiet, WRITE_DECISIONS: '1' },
});
if (code !== 0) {
  say(output);
  fail('A decision has a fault: mend what stands above and start again.');
}
