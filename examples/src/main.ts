import { UnreadableCommand } from '@app/commands';
import { Problem } from '@app/problem';
import { JudgmentError } from '@app/sdk/client';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readExampleOptions } from './options';
import { ProgressBar } from './progress-bar';
import { runExample } from './run/run-example';
import { describe, describeAnswers } from './run/summary';

interface Access {
  baseUrl?: string;
  apiKey?: string;
}

async function waitForAccess(): Promise<Access> {
  const text = await readFile(join('.state', 'ready.json'), 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return '{}';
    throw thrown;
  });
  const ready = JSON.parse(text) as { base_url?: string; api_key?: string };
  return { baseUrl: ready.base_url, apiKey: ready.api_key };
}

async function main(): Promise<void> {
  const { folder, namespace, summary: summaryFile, reports, ...given } = readExampleOptions(process.argv.slice(2));
  const ready = await waitForAccess();
  const baseUrl = given.baseUrl ?? process.env.BASE_URL ?? ready.baseUrl;
  const apiKey = given.apiKey ?? process.env.API_KEY ?? ready.apiKey;
  if (!baseUrl || !apiKey) {
    throw new Problem(
      'invalid_request',
      'No running service is known: run `npm start` first, or name one by --base-url and --api-key.',
    );
  }
  const bar = new ProgressBar(process.stdout);
  const summary = await runExample({
    baseUrl,
    apiKey,
    folder,
    namespace,
    stateFolder: join('.state', 'examples'),
    reportFolder: reports ?? join('.state', 'reports'),
    onProgress: (progress) => bar.show(progress),
    onWarning: (message) => bar.tell(`Note: ${message}`),
  });
  bar.end();
  for (const line of [...describe(summary), '', ...describeAnswers(summary)]) console.log(line);
  if (summaryFile) {
    await mkdir(dirname(summaryFile), { recursive: true });
    await writeFile(summaryFile, `${JSON.stringify(summary, null, 2)}\n`);
  }
}

main().catch((thrown: unknown) => {
  // A failed fetch hides what happened in its cause.
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? ` (${thrown.cause.message})` : '';
  const isSentence = [Problem, JudgmentError, UnreadableCommand].some((kind) => thrown instanceof kind);
  console.error(isSentence ? (thrown as Error).message : `${String(thrown)}${cause}`);
  process.exitCode = 1;
});
