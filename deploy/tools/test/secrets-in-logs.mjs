// Searches all that the stacks of the end-to-end tests logged for the secrets that came to be in them: keys, passwords,
// cookies, tokens of links and of providers. Ends with 1 when one stands there, or when there is nothing to search.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import leaks from './leaks.cjs';
import { logs } from './plan.mjs';

const list = join(logs, 'planted.jsonl');
const planted = existsSync(list)
  ? readFileSync(list, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  : [];
const files = existsSync(logs) ? readdirSync(logs, { recursive: true }).filter((name) => name.endsWith('.log')) : [];
if (planted.length === 0 || files.length === 0) {
  console.log(`There are ${planted.length} secrets and ${files.length} logs: the end-to-end tests leave both behind.`);
  process.exit(1);
}
const found = files.flatMap((file) =>
  leaks.leaksIn(readFileSync(join(logs, file), 'utf8'), planted).map((what) => `${what} stands in ${join(logs, file)}`),
);
console.log(found.join('\n') || `None of ${planted.length} secrets stands in ${files.length} logs.`);
process.exitCode = found.length > 0 ? 1 : 0;
