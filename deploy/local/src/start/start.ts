import { bar, ProgressLine } from '@app/progress';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase } from '../infrastructure/database';
import { SetupFailure } from '../infrastructure/failure';
import { openInfrastructure, type Infrastructure } from '../infrastructure/infrastructure';
import { isPortFree } from '../infrastructure/port';
import type { Service } from '../infrastructure/service';
import { forget, State } from '../state/state';
import { ensureDurables } from '../extension/durable';
import { accountsOf, busUsersOf, serviceEnvironment, type Addresses } from '../supervisor/environment';
import { migrate } from '../supervisor/migration';
import { Supervisor } from '../supervisor/supervisor';
import { stateFolder, workspaceRoot } from '../workspace';
import { readEngines } from './engines';
import { judgeFolder } from './example';
import { makeFirstOrganization } from './first-organization';
import { firstOwner, makeFirstOwner, makeSignInLink } from './first-owner';
import type { StartOptions } from './options';
import { callsIn, changeAnAccount, describeChange } from './related';
import { renderSummary } from './summary';

/** `npm start`: from nothing to a service that runs, and its clean stop. */
export class Start {
  private state?: State;
  private infrastructure?: Infrastructure;
  private supervisor?: Supervisor;
  private stopping?: Promise<void>;
  private readonly line = new ProgressLine({
    isTerminal: process.stdout.isTTY,
    columns: process.stdout.columns ?? 80,
  });

  constructor(
    private readonly options: StartOptions,
    /** Something broke after the start that only a person mends. */
    private readonly onFailure: (failure: unknown) => void,
  ) {}

  private draw(text: string): void {
    process.stdout.write(this.line.draw(text));
  }

  /** Prints a line in the place of the one that is drawn. */
  private say(text: string): void {
    process.stdout.write(this.line.finish(text));
  }

  async run(): Promise<void> {
    const { port, replicas, fresh, readyFile } = this.options;
    const folder = stateFolder();
    if (fresh) forget(folder);
    if (readyFile) rmSync(readyFile, { force: true }); // an old one would tell a waiting script a lie
    const state = new State(folder);
    state.take();
    this.state = state;
    await this.checkPorts();
    const addresses = await this.openServers(state);
    const environment = (service: Service) =>
      serviceEnvironment(service, state.secrets, addresses, { replica: 0, adminPort: 0 });
    this.draw('Migrating ...');
    await migrate(state, addresses.adminUrl, environment);
    await this.startServices(state, addresses);
    const apiKey = state.kept.apiKey ?? (await makeFirstOrganization(environment('gateway')));
    const baseUrls = Array.from({ length: replicas }, (_, i) => `http://127.0.0.1:${port + i}/v1`);
    const baseUrl = baseUrls[0] ?? '';
    state.keep({ apiKey });
    state.running = { baseUrls, ...addresses };
    const [namespace, signInLink] = await Promise.all([
      this.judgeExample(state, baseUrl, apiKey),
      this.makeOwner(state, environment('gateway')),
    ]);
    const owner = { email: firstOwner, password: state.ownerPassword() };
    const ready = { base_url: baseUrl, base_urls: baseUrls, api_key: apiKey, sign_in_link: signInLink, owner };
    if (readyFile) writeFileSync(readyFile, `${JSON.stringify(ready)}\n`, { mode: 0o600 });
    const engines = await readEngines({ baseUrl, apiKey });
    this.say(renderSummary({ baseUrl, apiKey, signInLink, namespace, engines }));
  }

  /** Children first, then NATS, then Postgres. May be called at any moment, and twice. */
  stop(): Promise<void> {
    this.stopping ??= (async () => {
      await this.supervisor?.stop();
      await this.infrastructure?.stop();
      this.state?.release();
    })();
    return this.stopping;
  }

  private async checkPorts(): Promise<void> {
    const { port, replicas } = this.options;
    for (let one = port; one < port + replicas; one++) {
      if ((await isPortFree(one)) && (await isPortFree(one, '0.0.0.0'))) continue;
      throw new SetupFailure(
        `Port ${one} is taken: stop the program that listens there, or choose another with "npm start -- --port ${one + 10}".`,
      );
    }
  }

  private async openServers(state: State): Promise<Addresses> {
    const { secrets, kept, folder } = state;
    this.draw('Starting Postgres and NATS ...');
    const say = (text: string) => this.say(text);
    const opening = {
      stateDir: folder,
      purpose: 'local',
      users: busUsersOf(secrets),
      passwords: secrets,
      ports: kept.ports,
      log: say,
    } as const;
    const infrastructure = await openInfrastructure(opening);
    this.infrastructure = infrastructure;
    const { postgres, nats } = infrastructure;
    state.keep({ ports: { postgres: postgres.control?.port, nats: nats.control?.port } });
    await prepareDatabase(postgres.adminUrl, accountsOf(secrets));
    return { adminUrl: postgres.adminUrl, natsUrl: nats.url };
  }

  private async startServices(state: State, addresses: Addresses): Promise<void> {
    const { port, replicas, oneProcess: isOneProcess } = this.options;
    const supervisor = new Supervisor({
      secrets: state.secrets,
      logs: state.logs,
      addresses,
      port,
      replicas,
      isOneProcess,
      say: (text) => this.say(text),
      isColoured: process.stdout.isTTY,
      onFailure: this.onFailure,
    });
    this.supervisor = supervisor;
    await supervisor.start((missing, of) =>
      this.draw(
        `${bar(of - missing.length, of, 30)}  ${missing.length ? `waiting for ${missing.join(', ')}` : 'all ready'}`,
      ),
    );
    this.say(`${isOneProcess ? replicas : replicas * 8} processes of the eight services are ready`);
    if (this.infrastructure) supervisor.watchServers(this.infrastructure);
    const extensions = Object.entries(state.secrets.extensions ?? {}).map(([name, kept]) => ({ name, ...kept }));
    const admin = this.infrastructure?.nats.admin;
    if (admin && extensions.length > 0) await ensureDurables({ url: addresses.natsUrl, ...admin }, extensions);
  }

  /** @returns an address that signs the first owner in once */
  private async makeOwner(state: State, environment: Record<string, string>): Promise<string> {
    const publicUrl = environment['PUBLIC_URL'] ?? `http://127.0.0.1:${this.options.port}`;
    const env = { ...environment, PUBLIC_URL: publicUrl };
    if (!state.kept.hasOwner) await makeFirstOwner(env, state.ownerPassword());
    state.keep({ hasOwner: true });
    return makeSignInLink(env);
  }

  private async judgeExample(state: State, baseUrl: string, apiKey: string): Promise<string | undefined> {
    const { exampleNamespace } = state.kept;
    if (!this.options.example || exampleNamespace) return exampleNamespace;
    const { namespace } = await judgeFolder(join(workspaceRoot, 'examples/support-desk'), { baseUrl, apiKey });
    state.keep({ exampleNamespace: namespace });
    const change = await changeAnAccount(callsIn({ baseUrl, apiKey }, namespace));
    if (change) this.say(describeChange(change));
    return namespace;
  }
}
