import { Problem } from '@app/problem';
import { JudgmentError } from '@app/sdk/client';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ProgressBar } from './progress-bar';
import { runExample } from './run/run-example';
import { describe, describeAnswers } from './run/summary';

const usage =
  'Usage: npm run example -- <folder> [--namespace N] [--base-url U] [--api-key K] [--summary FILE] [--reports FOLDER]\n' +
  'Address and key default to BASE_URL and API_KEY, else to what `npm start` wrote into .state/ready.json.';

interface Access {
  baseUrl?: string;
  apiKey?: string;
}

async function readyAccess(): Promise<Access> {
  const text = await readFile(join('.state', 'ready.json'), 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return '{}';
    throw thrown;
  });
  const ready = JSON.parse(text) as { base_url?: string; api_key?: string };
  return { baseUrl: ready.base_url, apiKey: ready.api_key };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      namespace: { type: 'string' },
      'base-url': { type: 'string' },
      'api-key': { type: 'string' },
      summary: { type: 'string' },
      reports: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || positionals.length !== 1) throw new Problem('invalid_request', usage);
  const ready = await readyAccess();
  const baseUrl = values['base-url'] ?? process.env.BASE_URL ?? ready.baseUrl;
  const apiKey = values['api-key'] ?? process.env.API_KEY ?? ready.apiKey;
  if (!baseUrl || !apiKey) {
    throw new Problem(
      'invalid_request',
      `No running service is known: run \`npm start\` first, or name one.\n${usage}`,
    );
  }
  const bar = new ProgressBar(process.stdout);
  const summary = await runExample({
    baseUrl,
    apiKey,
    folder: positionals[0],
    namespace: values.namespace,
    stateFolder: join('.state', 'examples'),
    reportFolder: values.reports ?? join('.state', 'reports'),
    onProgress: (progress) => bar.show(progress),
    onWarning: (message) => bar.tell(`Note: ${message}`),
  });
  bar.end();
  for (const line of [...describe(summary), '', ...describeAnswers(summary)]) console.log(line);
  if (values.summary) {
    await mkdir(dirname(values.summary), { recursive: true });
    await writeFile(values.summary, `${JSON.stringify(summary, null, 2)}\n`);
  }
}

main().catch((thrown: unknown) => {
  // A failed fetch hides what happened in its cause.
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? ` (${thrown.cause.message})` : '';
  console.error(
    thrown instanceof Problem || thrown instanceof JudgmentError ? thrown.message : `${String(thrown)}${cause}`,
  );
  process.exitCode = 1;
});
