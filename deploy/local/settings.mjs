// `npm run settings`: writes docs/settings.md from the settings that the services declare.
import { printHelp } from './help.mjs';
import { helps } from './help-texts.mjs';
import { bin, fail, install, quiet, run, say } from './setup.mjs';

if (printHelp(helps.settings, process.argv.slice(2))) process.exit(0);
await install({ alsoOfTests: true });
const spec = 'deploy/local/src/page/settings.spec.ts';
const { code, output } = await run(bin('jest'), [spec, '--selectProjects', 'unit'], {
  env: { ...quiet, WRITE_SETTINGS: '1' },
});
if (code !== 0) {
  say(output);
  fail('docs/settings.md was not written: mend what stands above and start again.');
}
