import { JudgmentClient, JudgmentError } from '@app/sdk';
import { clockFinding, expiryFinding, type Finding, nodeFinding } from '../../doctor/finding';
import { EXIT, type ExitCode } from '@app/commands';
import { failureOf } from '../../exit/failure';
import { allowsHttp } from '../../profile/connection';
import { readOwnKey } from './account';
import type { Call, Commands } from '../call/call';

/** What may be wrong, and how to mend it. */
export const doctor: Commands = (tree, run) => {
  tree
    .command('doctor')
    .description('Checks this machine, the key and the service; each line says how to mend it. 1 when a check fails.')
    .action(run(examine));
};

async function examine(call: Call): Promise<ExitCode> {
  const { print, world } = call;
  const found: Finding[] = [nodeFinding(process.versions.node)];
  try {
    found.push({ level: 'ok', about: 'sign-in', text: `${call.connection.baseUrl} by ${call.connection.from}` });
    found.push(...(await checkService(call)));
  } catch (error) {
    const { lines } = failureOf(error, world.nowMs());
    found.push({ level: 'fail', about: 'service', text: lines.join(' ') });
  }
  if (print.format === 'text') {
    for (const { level, about, text, mend } of found) {
      await print.writeLine(`${level.padEnd(4)}  ${about.padEnd(9)}  ${text}${mend ? `. ${mend}` : ''}`);
    }
  } else for (const one of found) await print.writeRaw(`${JSON.stringify(one)}\n`);
  return found.some(({ level }) => level === 'fail') ? EXIT.failed : EXIT.done;
}

async function checkService({ connection, world }: Call): Promise<Finding[]> {
  const { baseUrl, apiKey, namespace } = connection;
  const seen: { date: string | null } = { date: null };
  const client = new JudgmentClient({
    baseUrl,
    apiKey,
    allowInsecureHttp: allowsHttp(world),
    retries: 1,
    runtime: {
      // The client gives no headers of its replies.
      fetch: async (...request: Parameters<typeof fetch>) => {
        const response = await fetch(...request);
        seen.date = response.headers.get('date');
        return response;
      },
    },
  });
  const { signal } = world;
  const { name, plan } = await client.organization.read({ signal });
  const found: Finding[] = [{ level: 'ok', about: 'service', text: `organization ${name}, plan ${plan}` }];
  found.push(clockFinding(seen.date === null ? null : Date.parse(seen.date), world.nowMs()));
  const key = await readOwnKey(client, apiKey);
  if (key) {
    found.push({ level: 'ok', about: 'key', text: `${key.role}, scope ${key.scope}` });
    found.push(expiryFinding(key.expires_at, world.nowMs()));
  }
  const { engines } = await client.organization.engines({ signal });
  const builtIn = engines.filter(({ active, source }) => active && source === 'built_in').map((one) => one.name);
  found.push(
    builtIn.length === 0
      ? { level: 'ok', about: 'engines', text: engines.map((one) => one.name).join(', ') }
      : {
          level: 'warn',
          about: 'engines',
          text: `${builtIn.join(', ')} is built in: word matching only`,
          mend: 'Set ENGINES.',
        },
  );
  found.push(...(await checkEndpoints(client, signal)));
  if (namespace && !namespace.endsWith('/*')) {
    const { budget_paused } = await client.namespace(namespace).read({ signal });
    const text = `${namespace} is ${budget_paused ? 'paused by its budget' : 'there'}`;
    const mend = budget_paused ? 'Raise compute_usd_per_month, or wait for the month to end.' : undefined;
    found.push({ level: budget_paused ? 'warn' : 'ok', about: 'namespace', text, mend });
  }
  return found;
}

async function checkEndpoints(client: JudgmentClient, signal: AbortSignal): Promise<Finding[]> {
  const found: Finding[] = [];
  try {
    for await (const { id, url, status } of client.webhookEndpoints.list({ signal })) {
      if (status === 'active') continue;
      const mend =
        status === 'disabled' ? `Fix the receiver, then: judgment endpoints enable ${id}` : `judgment deliveries ${id}`;
      found.push({ level: 'warn', about: 'webhooks', text: `${url} is ${status}`, mend });
    }
  } catch (error) {
    // A key of a narrow scope may not list endpoints; that is no fault.
    if (!(error instanceof JudgmentError) || error.status !== 403) throw error;
  }
  return found;
}
