import { allMetrics } from '@app/metrics';
import { debianProgram } from '@app/testing/debian-program';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { alertGroups } from './alert/alerts';
import { rulesOf, testsOf } from './alert/rules';
import { dashboards } from './dashboard/dashboards';
import { metricsIn, writtenFiles } from './page/written';

const root = resolve(__dirname, '../../..');
const alerts = alertGroups.flatMap((group) => group.alerts);
const panels = dashboards.flatMap(({ rows }) => rows.flatMap((row) => row.panels));
const exprs = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const rulesFile = join(root, 'helm/files/alerts.yaml');

if (process.env['WRITE_MONITORING']) {
  for (const [path, text] of writtenFiles()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

it('pages, rules and dashboards are those of the declarations', () => {
  for (const [path, wanted] of writtenFiles()) {
    if (readFileSync(join(root, path), 'utf8') !== wanted)
      throw new Error(`${path} differs: run "npm run monitoring".`);
  }
});

it('every metric that an alert or a panel names is declared, and every declared one is on a dashboard', () => {
  const declared = allMetrics.map(({ name }) => name);
  const named = [...exprs, ...alerts.map(({ expr }) => expr)].flatMap(metricsIn);
  expect(named.filter((name) => !declared.includes(name))).toEqual([]);
  const shown = new Set(exprs.flatMap(metricsIn));
  const alerted = new Set(alerts.flatMap(({ expr }) => metricsIn(expr)));
  expect(declared.filter((name) => !shown.has(name) && !alerted.has(name))).toEqual([]);
});

it('a label that an expression selects or groups by is one of the metric', () => {
  const everywhere = ['component', 'process', 'le', 'dependency'];
  for (const { name, labels } of allMetrics) {
    for (const expr of [...exprs, ...alerts.map((alert) => alert.expr)]) {
      for (const [, selector] of expr.matchAll(new RegExp(`${name}(?:_bucket|_count)?{([^}]*)}`, 'g'))) {
        const selected = [...selector.matchAll(/(\w+)[=!]/g)].map(([, label]) => label);
        expect({ name, unknown: selected.filter((one) => ![...labels, ...everywhere].includes(one)) }).toEqual({
          name,
          unknown: [],
        });
      }
    }
  }
});

describe('promtool', () => {
  let promtool: string;
  let folder: string;

  beforeAll(() => {
    promtool = debianProgram({ name: 'promtool', from: 'prometheus', folder: join(root, '.state/programs') });
    mkdirSync(join(root, '.state'), { recursive: true });
    folder = mkdtempSync(join(root, '.state/monitoring-'));
  }, 180_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };

  it('reads every rule, and every expression of a dashboard', () => {
    expect(run('check', 'rules', rulesFile)).toMatchObject({ status: 0 });
    const file = join(folder, 'panels.yaml');
    // Grafana fills the window in; any will do here.
    const rules = exprs.map((expr, at) => ({ record: `panel_${at}`, expr: expr.replaceAll('$__rate_interval', '1m') }));
    writeFileSync(file, stringify({ groups: [{ name: 'panels', rules }] }));
    expect(run('check', 'rules', file)).toMatchObject({ status: 0 });
  });

  it('sees each alert fire on its samples, and none on samples of a service that is well', () => {
    // A file with the rule of its alert alone: with all of them each of the tests would compute 31 rules to look at one.
    const files = alerts.map((alert) => {
      const group = [{ name: alert.name, alerts: [alert] }];
      const [rules, tests] = ['rules', 'tests'].map((kind) => join(folder, `${alert.name}.${kind}.yaml`));
      writeFileSync(rules, rulesOf(group));
      writeFileSync(tests, testsOf(group, rules));
      return tests;
    });
    const { status, said } = run('test', 'rules', ...files);
    expect({ status, well: said.match(/SUCCESS/g) }).toEqual({ status: 0, well: files.map(() => 'SUCCESS') });
  });

  it('reads the written file in these tests, and says when an alert does not fire', () => {
    const file = join(folder, 'tests.yaml');
    const [alert] = alerts;
    writeFileSync(file, testsOf([{ name: 'first', alerts: [alert] }], rulesFile));
    expect(run('test', 'rules', file)).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') as string });
    const broken = { ...alert, test: { ...alert.test, fires: alert.test.quiet } };
    writeFileSync(file, testsOf([{ name: 'broken', alerts: [broken] }], rulesFile));
    expect(run('test', 'rules', file).status).toBe(1);
  });
});
