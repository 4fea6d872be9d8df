import { debianProgram } from '@app/testing/debian-program';
import { eventually } from '@app/testing/stack';
import { ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** The labels that scraping gives every series, by which rules and panels tell installations apart. */
const installation = { namespace: 'tests', release: 'judgment' };

/** A series of an instant query: its labels, and its value. */
export interface Sample {
  metric: Record<string, string>;
  value: number;
}

export interface FiringAlert {
  name: string;
  severity: string;
  labels: Record<string, string>;
}

/** A real Prometheus that scrapes processes each second, with the project's own rules. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
    private readonly folder: string,
  ) {}

  /** @param targets host and port of each process @param rules text of the rule file */
  static async open(targets: readonly string[], rules: string): Promise<Prometheus> {
    const program = debianProgram({ name: 'prometheus', from: 'prometheus', folder: join(root, '.state/programs') });
    const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
    writeFileSync(join(folder, 'rules.yaml'), rules);
    const config = {
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: ['rules.yaml'],
      scrape_configs: [{ job_name: 'judgment', static_configs: [{ targets, labels: installation }] }],
    };
    // JSON is YAML.
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
    const address = `127.0.0.1:${await freePort()}`;
    const flags = [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ];
    const child = spawn(program, flags, { stdio: 'ignore' });
    const opened = new Prometheus(child, `http://${address}`, folder);
    await eventually(async () => expect((await fetch(`http://${address}/-/ready`)).status).toBe(200), 20_000);
    return opened;
  }

  async close(): Promise<void> {
    const ended = new Promise((done) => this.child.once('exit', done));
    this.child.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The series that an expression has now. */
  async query(expr: string): Promise<Sample[]> {
    const { result } = await this.get<{ result: { metric: Sample['metric']; value: [number, string] }[] }>(
      `query?query=${encodeURIComponent(expr)}`,
    );
    return result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
  }

  /** Names of all metrics that some process serves, with a series or without. */
  async served(): Promise<string[]> {
    return Object.keys(await this.get<Record<string, unknown>>('metadata'));
  }

  async firing(): Promise<FiringAlert[]> {
    const { alerts } = await this.get<{ alerts: { state: string; labels: Record<string, string> }[] }>('alerts');
    return alerts
      .filter(({ state }) => state === 'firing')
      .map(({ labels }) => ({ name: labels['alertname'], severity: labels['severity'], labels }));
  }

  private async get<T>(path: string): Promise<T> {
    const reply = await fetch(`${this.url}/api/v1/${path}`);
    const body = (await reply.json()) as { status: string; data: T; error?: string };
    if (body.status !== 'success') throw new Error(`${path}: ${body.error}`);
    return body.data;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** The project's rules for this installation, that fire after two seconds in place of minutes. */
export function impatientRules(): string {
  return readFileSync(join(root, 'helm/files/alerts.yaml'), 'utf8')
    .replaceAll('__NAMESPACE__', installation.namespace)
    .replaceAll('__RELEASE__', installation.release)
    .replace(/^(\s+for:) \S+$/gm, '$1 2s');
}

/** Every expression of the dashboards, by panel, for this installation in whatever cell. */
export function panelExpressions(names: readonly string[]): { panel: string; expr: string }[] {
  return names.flatMap((name) => {
    const text = readFileSync(join(root, 'helm/files/dashboards', `${name}.json`), 'utf8');
    const { panels } = JSON.parse(text) as { panels: { title: string; targets?: { expr: string }[] }[] };
    return panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ panel: title, expr: chosen(expr) })),
    );
  });
}

/** An expression with what Grafana puts in the places of its variables. */
function chosen(expr: string): string {
  const values = {
    $__rate_interval: '1m',
    $namespace: installation.namespace,
    $release: installation.release,
    $cell: '.*',
  };
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(name, value), expr);
}

/** The metrics that docs/metrics.md describes. */
export function describedMetrics(): string[] {
  const page = readFileSync(join(root, 'docs/metrics.md'), 'utf8');
  return [...page.matchAll(/^\| `(judgment_\w+)`/gm)].map(([, name]) => name);
}
