import { listLocalModels, tryChatModel } from '@app/engines';
import { bar, ProgressLine } from '@app/progress';
import {
  isPortFree,
  messageOf,
  openInfrastructure,
  prepareDatabase,
  SetupFailure,
  type Infrastructure,
  type Service,
} from '@app/servers';
import { join } from 'node:path';
import { forget, State } from '../state/state';
import { ensureDurables } from '../extension/durable';
import { makeBusAccess } from '../extension/learning-access';
import { accountsOf, busUsersOf, serviceEnvironment, type Addresses } from '../supervisor/environment';
import { migrate } from '../supervisor/migration';
import { Supervisor } from '../supervisor/supervisor';
import { built, stateFolder, workspaceRoot } from '../workspace';
import { DashboardBuild } from './dashboard-build';
import { awaitModel, readEngines } from './engines';
import { judgeFolder } from './example';
import { runExample } from './example-run';
import { isConfigured } from './configured';
import { EngineFile } from './engine-file';
import { firstOwner, makeFirstOrganization, makeSignInLink } from './first-organization';
import { LearningStart, learningName } from './learning';
import { LocalModelSearch } from './local-model';
import { keepOrganizationId } from './organization-id';
import type { StartOptions } from './options';
import { ReadyFile, type Ready } from './ready-file';
import { callsIn, changeAnAccount, describeChange } from './related';
import { renderSummary } from './summary';

/** What is known before the example is judged. */
type Access = Omit<Ready, 'example' | 'example_namespace'>;

const dashboardScript = join(workspaceRoot, 'deploy/local/dashboard.mjs');

/** `npm start`: from nothing to a service that runs, and its clean stop. */
export class Start {
  private state?: State;
  private infrastructure?: Infrastructure;
  private supervisor?: Supervisor;
  private dashboard?: DashboardBuild;
  /** Engine entries of our own; null where the operator names a file. */
  private engineFile: EngineFile | null = null;
  private stopping?: Promise<void>;
  private readonly readyFile: ReadyFile;
  private readonly line = new ProgressLine({
    isTerminal: process.stdout.isTTY,
    columns: process.stdout.columns ?? 80,
  });

  constructor(
    private readonly options: StartOptions,
    /** Something broke after the start that only a person mends. */
    private readonly onFailure: (failure: unknown) => void,
  ) {
    this.readyFile = new ReadyFile(options.readyFile);
  }

  private draw(text: string): void {
    process.stdout.write(this.line.draw(text));
  }

  /** Prints a line in the place of the one that is drawn. */
  private say(text: string): void {
    process.stdout.write(this.line.finish(text));
  }

  /** Resolves when the example is judged, too; requests are answered as soon as the ready file stands. */
  async run(): Promise<void> {
    const { fresh, buildDashboard } = this.options;
    const folder = stateFolder();
    if (fresh) await forget(folder);
    this.readyFile.remove();
    const state = new State(folder);
    state.take();
    this.state = state;
    await this.checkPorts();
    if (buildDashboard) this.dashboard = new DashboardBuild(dashboardScript, this.onFailure);
    if (!process.env['ENGINE_ENTRIES_FILE']) this.engineFile = new EngineFile(folder);
    const search = this.makeSearch(state);
    const learning = this.options.learn ? this.makeLearning(state) : null;
    learning?.begin();
    const [addresses] = await Promise.all([this.openServers(state), search.begin()]);
    // The example asks the built-in engine; where none is judged, or the model is wanted for it, nothing else holds the model back.
    const released = this.isExampleFirst(state) ? null : search.release();
    const environment = (service: Service) =>
      serviceEnvironment(service, state.secrets, addresses, { replica: 0, adminPort: 0 });
    this.draw('Migrating ...');
    await migrate(state, addresses.adminUrl, environment);
    const organization = await keepOrganizationId(state, addresses.adminUrl);
    // The key and the link need the database alone, so they are made while the services start.
    const [access] = await Promise.all([
      this.makeAccess(state, environment('gateway'), organization),
      this.startServices(state, addresses, organization),
    ]);
    state.running = { baseUrls: access.base_urls, ...addresses };
    const ready = await this.tellReady(state, access);
    learning?.open(await readEngines({ baseUrl: ready.base_url, apiKey: ready.api_key }));
    if (ready.example === 'judging' && released) await this.judgeWithModel(state, ready, released);
    else if (ready.example === 'judging') await this.judgeExample(state, ready);
    await (released ?? search.release());
  }

  /** Children first, then NATS, then Postgres. May be called at any moment, and twice. */
  stop(): Promise<void> {
    this.stopping ??= (async () => {
      this.dashboard?.stop();
      await this.supervisor?.stop();
      await this.infrastructure?.stop();
      this.state?.release();
    })();
    return this.stopping;
  }

  private isExampleFirst({ kept }: State): boolean {
    return this.options.example && !this.options.exampleWithModel && !kept.exampleNamespace;
  }

  /** Only an example that asks the model waits for it. */
  private async judgeWithModel(state: State, ready: Ready, released: Promise<boolean>): Promise<void> {
    const access = { baseUrl: ready.base_url, apiKey: ready.api_key };
    if (await released) await awaitModel(access, () => this.stopping !== undefined);
    await this.judgeExample(state, ready);
  }

  private makeSearch(state: State): LocalModelSearch {
    return new LocalModelSearch({
      env: process.env,
      file: this.engineFile,
      known: state.kept.localChat,
      keep: (localChat) => state.keep({ localChat }),
      list: listLocalModels,
      tryModel: tryChatModel,
      say: (text) => this.say(text),
      isExampleFirst: this.isExampleFirst(state),
    });
  }

  private makeLearning(state: State): LearningStart {
    return new LearningStart({
      file: this.engineFile,
      isConfigured: isConfigured(learningName, process.env),
      hasLearnt: state.kept.hasLearnt ?? false,
      keep: () => state.keep({ hasLearnt: true }),
      // The service needs no learning engine: the terminal says what keeps it away, and nothing stops.
      run: () => void this.runLearning(state).catch((error: unknown) => this.say(`--learn: ${messageOf(error)}`)),
      say: (text) => this.say(text),
    });
  }

  private async runLearning(state: State): Promise<void> {
    if (!state.running) return;
    const access = await makeBusAccess(state, learningName, state.running);
    const env = { PATH: process.env['PATH'], STATE_DIR: state.folder, ...access };
    const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
    this.supervisor?.startBeside(
      'learning-engine',
      [built('examples', 'learning'), 'run', learningName],
      Object.fromEntries(given),
    );
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

  private async startServices(state: State, addresses: Addresses, organization: string): Promise<void> {
    const { port, replicas, oneProcess: isOneProcess } = this.options;
    const supervisor = new Supervisor({
      secrets: state.secrets,
      logs: state.logs,
      addresses,
      port,
      replicas,
      isOneProcess,
      isDashboardAwaited: this.dashboard !== undefined,
      entriesFile: this.engineFile?.path,
      organization,
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

  /** The key, the first owner and a link that signs them in once. */
  private async makeAccess(state: State, environment: Record<string, string>, organization: string): Promise<Access> {
    const { port, replicas } = this.options;
    const publicUrl = environment['PUBLIC_URL'] ?? `http://127.0.0.1:${port}`;
    const env = { ...environment, PUBLIC_URL: publicUrl };
    const owner = { email: firstOwner, password: state.ownerPassword() };
    const { apiKey: known, hasOwner } = state.kept;
    const { key, link } =
      known && hasOwner
        ? { key: known, link: await makeSignInLink(env) }
        : await makeFirstOrganization(env, owner.password, organization);
    state.keep({ apiKey: key, hasOwner: true });
    const baseUrls = Array.from({ length: replicas }, (_, i) => `http://127.0.0.1:${port + i}/v1`);
    return { base_url: baseUrls[0], base_urls: baseUrls, api_key: key, sign_in_link: link, owner };
  }

  /** Requests are answered: writes the ready file and prints what a person needs. */
  private async tellReady(state: State, access: Access): Promise<Ready> {
    const { exampleNamespace = null } = state.kept;
    const example = exampleNamespace ? 'judged' : this.options.example ? 'judging' : 'none';
    const ready: Ready = { ...access, example, example_namespace: exampleNamespace };
    const engines = await readEngines({ baseUrl: access.base_url, apiKey: access.api_key });
    this.readyFile.write(ready);
    if (this.dashboard) this.draw('Building the dashboard ...');
    await this.dashboard?.done; // the link that is printed leads to the dashboard, and not to a page that waits for it
    this.say(renderSummary(ready, engines, process.env));
    return ready;
  }

  private judgeExample(state: State, ready: Ready): Promise<void> {
    const access = { baseUrl: ready.base_url, apiKey: ready.api_key };
    return runExample({
      ready,
      judge: async () => {
        const { namespace } = await judgeFolder(join(workspaceRoot, 'examples/support-desk'), access);
        state.keep({ exampleNamespace: namespace });
        return namespace;
      },
      change: async (namespace) => {
        const change = await changeAnAccount(callsIn(access, namespace));
        return change && describeChange(change);
      },
      write: (judged) => this.readyFile.write(judged),
      say: (text) => this.say(text),
      isStopping: () => this.stopping !== undefined,
    });
  }
}
