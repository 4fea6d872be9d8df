import { allMetrics } from '@app/metrics';
import { debianProgram } from '@app/testing/debian-program';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { alertGroups } from './alert/alerts';
import { rulesOf } from './alert/rules';
import { filled, installations, testsOf } from './alert/rule-tests';
import type { Alert } from './alert/alert';
import { dashboards } from './dashboard/dashboards';
import { anyInstallation, Installation, matchersOf } from './installation';
import { metricsIn, writtenFiles } from './page/written';

const root = resolve(__dirname, '../../..');
const alerts = alertGroups.flatMap((group) => group.alerts);
const panels = dashboards.flatMap(({ rows }) => rows.flatMap((row) => row.panels));
const exprs = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
interface Rule {
  alert: string;
  expr: string;
  labels: Record<string, string>;
}

if (process.env['WRITE_MONITORING']) {
  for (const [path, text] of writtenFiles()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** As they stand in the written dashboards. */
const writtenExprs = dashboards.flatMap(({ id }) => {
  const text = readFileSync(join(root, `helm/files/dashboards/${id}.json`), 'utf8');
  const { panels: written } = JSON.parse(text) as { panels: { targets?: { expr: string }[] }[] };
  return written.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
});
const rulesFile = join(root, 'helm/files/alerts.yaml');

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

/** Series of the services in an expression that do not end in these matchers. */
function unselected(expr: string, matchers: string): string[] {
  const series = expr.match(/(?<!")\b(?:judgment|nodejs|process)_\w+(?:{[^}]*})?/g) ?? [];
  return series.filter((one) => !one.endsWith(`${matchers}}`));
}

it('every series of a rule selects one installation, and its alert names it [O-H4]', () => {
  const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] };
  for (const { alert, expr, labels } of groups.flatMap(({ rules }) => rules)) {
    expect({ alert, unselected: unselected(expr, matchersOf(anyInstallation)) }).toEqual({ alert, unselected: [] });
    expect(labels).toMatchObject(anyInstallation);
  }
});

it('every series of a panel selects the installation that is chosen on the page [O-H4]', () => {
  const chosen = 'namespace="$namespace",release="$release",cell=~"$cell"';
  expect(writtenExprs).toHaveLength(exprs.length);
  for (const expr of writtenExprs)
    expect({ expr, unselected: unselected(expr, chosen) }).toMatchObject({ unselected: [] });
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
    const rules = writtenExprs.map((expr, at) => ({
      record: `panel_${at}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    writeFileSync(file, stringify({ groups: [{ name: 'panels', rules }] }));
    expect(run('check', 'rules', file)).toMatchObject({ status: 0 });
  });

  /** Writes the rules of each installation and the tests of an alert. @returns path of the tests */
  function written(
    alert: Alert,
    rules = (of: Installation) => filled(rulesOf([{ name: alert.name, alerts: [alert] }], of), of),
  ) {
    // Files with the rule of this alert alone: with all of them each of the tests would compute 31 rules to look at one.
    const files = installations.map((one, at) => {
      const file = join(folder, `${alert.name}.${at}.yaml`);
      writeFileSync(file, rules(one));
      return file;
    });
    const tests = join(folder, `${alert.name}.tests.yaml`);
    writeFileSync(tests, testsOf([{ name: alert.name, alerts: [alert] }], files));
    return tests;
  }

  it('sees each alert fire for the installation that is broken, and for none beside it that is well [O-H4]', () => {
    const { status, said } = run('test', 'rules', ...alerts.map((alert) => written(alert)));
    expect({ status, well: said.match(/SUCCESS/g) }).toEqual({ status: 0, well: alerts.map(() => 'SUCCESS') });
  });

  it('reads the written file in these tests, and says when an alert does not fire', () => {
    const [alert] = alerts;
    const text = readFileSync(rulesFile, 'utf8');
    expect(
      run(
        'test',
        'rules',
        written(alert, (of) => filled(text, of)),
      ),
    ).toEqual({
      status: 0,
      said: expect.stringContaining('SUCCESS') as string,
    });
    const broken = { ...alert, test: { ...alert.test, fires: alert.test.quiet } };
    expect(run('test', 'rules', written(broken)).status).toBe(1);
  });

  it('says when a rule looks at other installations too [O-H4]', () => {
    const alert = alerts.find(({ name }) => name === 'JudgmentServiceMissing')!;
    const unscoped = ({ namespace, release }: Installation) =>
      rulesOf([{ name: alert.name, alerts: [alert] }], { namespace, release }).replaceAll(
        `,namespace="${namespace}",release="${release}"`,
        '',
      );
    expect(run('test', 'rules', written(alert, unscoped)).status).toBe(1);
  });
});
