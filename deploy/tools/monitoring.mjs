// `npm run monitoring`: writes docs/metrics.md, docs/runbooks.md, the alert rules and the dashboards.
import { printHelp } from '../local/help.mjs';
import { bin, fail, install, quiet, run, say } from './build/setup.mjs';

const help = {
  lines: [
    'Usage: npm run monitoring',
    '',
    'Writes docs/metrics.md, docs/runbooks.md, helm/files/alerts.yaml and helm/files/dashboards from what',
    'libs/metrics and deploy/monitoring declare.',
    '',
    'Options:',
    '  -h, --help  display help for command',
    '',
    'Example:',
    '  npm run monitoring',
  ],
};

if (printHelp(help, process.argv.slice(2))) process.exit(0);
await install({ alsoOfTests: true });
const spec = 'deploy/monitoring/src/monitoring.spec.ts';
const { code, output } = await run(
  bin('jest'),
  [spec, '--selectProjects', 'unit', '-t', 'are those of the declarations'],
  {
    env: { ...quiet, WRITE_MONITORING: '1' },
  },
);
if (code !== 0) {
  say(output);
  fail('The pages, rules and dashboards were not written: mend what stands above and start again.');
}
