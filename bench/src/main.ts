import { databaseUrl, openTestInfrastructure } from '@app/local';
import { startSim } from '@app/testing/simulator';
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { request } from 'undici';
import { compare } from './cases/case';
import { deliveriesName, measureDeliveries } from './cases/deliveries';
import { Setting, documentCases, judgedDocuments, namespaces, wideName } from './cases/documents';
import { feedName, openFeedCases } from './cases/feed';
import { JudgingResult, measureJudging } from './cases/judging';
import { inheritedName, judgedWriteCases, makeInherited, makeStill, stillName } from './cases/judged-writes';
import { makeOutcomes, outcomesCase, outcomesName, standingOutcomes } from './cases/outcomes';
import { measureSustained, reportSustained, sustainedName } from './cases/sustained';
import { makeTemplateNamespaces, templateCase, templateCaseName } from './cases/template';
import { Client } from './client';
import { startHouse } from './house';
import { reportCase, reportJudging, reportPaced } from './report';
import { loadAnswers, loadDocuments, makeWide } from './setup';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    documents: { type: 'string', default: '100000' },
    clients: { type: 'string', default: '32' },
    only: { type: 'string', default: '' },
    outcomes: { type: 'string', default: String(standingOutcomes) },
  },
});
const latencyMs = 50;
const inFlight = 32;
const feedEvents = 20_000;
const burstEvents = 10_000;
/** A quarter of what the engine could answer: what two cores judge beside the load and the servers. */
const sustainedPerSecond = (inFlight * 250) / latencyMs;

/** The bare server in a process of its own. */
function startBareProcess(url: string): Promise<{ origin: string; stop(): void }> {
  const child = fork(join(process.cwd(), 'dist/bench/bare.js'), [url], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)));
    child.stdout?.once('data', (line: Buffer) => {
      const { origin } = JSON.parse(line.toString()) as { origin: string };
      resolve({ origin, stop: () => void child.kill() });
    });
  });
}

/** Measured before the services start: on servers of its own and with nothing beside it. */
async function measureFeed(rounds: number): Promise<void> {
  const infrastructure = await openTestInfrastructure(join(process.cwd(), '.state'));
  const url = databaseUrl(infrastructure.env.TEST_DATABASE_URL);
  try {
    const feed = await openFeedCases(infrastructure.env, url, feedEvents);
    try {
      for (const bench of feed.cases) console.log(reportCase(await compare(bench, rounds)));
    } finally {
      await feed.stop();
    }
  } finally {
    await infrastructure.stop();
  }
}

/** As the feed is. */
async function measureWebhooks(rounds: number): Promise<void> {
  const infrastructure = await openTestInfrastructure(join(process.cwd(), '.state'));
  try {
    const { bursts, paced } = await measureDeliveries(infrastructure.env, burstEvents, rounds);
    for (const result of bursts) console.log(reportCase(result));
    if (paced) console.log(reportPaced(paced));
    else console.log('deliveries: the rows against BullMQ are left out, because there is no redis-server on the path.');
  } finally {
    await infrastructure.stop();
  }
}

async function main(): Promise<void> {
  const [rounds, seconds, documents, clients] = [values.rounds, values.seconds, values.documents, values.clients].map(
    Number,
  );
  const ownServers = [feedName, deliveriesName].filter((name) => name.includes(values.only));
  if (ownServers.includes(feedName)) await measureFeed(rounds);
  if (ownServers.includes(deliveriesName)) await measureWebhooks(rounds);
  // Asked for by name, they need nothing of what follows.
  if (values.only !== '' && ownServers.length > 0) return;
  const simulator = await startSim({ latency: latencyMs });
  const infrastructure = await openTestInfrastructure(join(process.cwd(), '.state'));
  const bareUrl = databaseUrl(infrastructure.env.TEST_DATABASE_URL);
  const bare = await startBareProcess(bareUrl);
  const entry = { preset: 'simulator', base_url: simulator.url, rate: { in_flight: inFlight } };
  const house = await startHouse({ ENGINES: JSON.stringify({ jev: entry }) });
  try {
    await house.operate([
      'limits',
      '--org',
      'acme',
      '--requests-per-second-per-key',
      '1000000',
      '--requests-per-second-per-org',
      '1000000',
      '--concurrent-reads',
      '10000',
    ]);
    const own = { origin: house.origin, headers: { authorization: `Bearer ${house.key}` } };
    const raw = { origin: bare.origin, headers: {} };
    const client = new Client(own);
    const barePool = new Pool({ connectionString: bareUrl, max: 2 });
    const bareWrite = async (path: string, body: object): Promise<void> => {
      const response = await request(`${bare.origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await response.body.text();
    };
    console.log(`loading ${documents} documents of 1 KB into both ...`);
    await client.call('POST', '/namespaces', { name: namespaces.plain });
    await loadDocuments(client, bareWrite, namespaces.plain, documents);
    const setting: Setting = { raw, own, clients, seconds, documents };
    const cases = [
      ...documentCases(setting),
      ...judgedWriteCases(setting),
      templateCase(client),
      outcomesCase(own, clients, seconds),
    ];
    const chosen = cases.filter(({ name }) => name.includes(values.only));
    if (chosen.some(({ name }) => name.includes('answers')))
      await loadAnswers(client, barePool, bareWrite, judgedDocuments);
    if (chosen.some(({ name }) => name === wideName)) await makeWide(client);
    if (chosen.some(({ name }) => name === stillName)) await makeStill(client);
    if (chosen.some(({ name }) => name === inheritedName)) await makeInherited(client);
    if (chosen.some(({ name }) => name === templateCaseName)) await makeTemplateNamespaces(client);
    if (chosen.some(({ name }) => name === outcomesName)) await makeOutcomes(client, Number(values.outcomes));
    await barePool.query('analyze');
    for (const bench of chosen) {
      simulator.reset();
      console.log(reportCase(await compare(bench, rounds)));
      if (bench.name === stillName && simulator.requests().length > 0)
        throw new Error('The engine was asked though no context had changed.');
    }
    if (values.only !== '' && sustainedName.includes(values.only)) {
      const work = { documents, perSecond: sustainedPerSecond, servicesOf: house.pid };
      console.log(reportSustained(await measureSustained(client, work)));
    }
    if ('judging'.includes(values.only)) {
      const results: JudgingResult[] = [];
      for (let round = 0; round < Math.min(rounds, 3); round++)
        results.push(await measureJudging(client, round, 4000, latencyMs, inFlight));
      console.log(reportJudging(results));
    }
    await barePool.end();
  } finally {
    await house.stop();
    bare.stop();
    await infrastructure.stop();
    await simulator.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
