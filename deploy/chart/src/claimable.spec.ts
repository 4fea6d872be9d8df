import { debianProgram } from '@app/testing/debian-program';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { render, root, set } from './render';

let promtool: string;
let folder: string;
let query: string;

beforeAll(() => {
  promtool = debianProgram({ name: 'promtool', from: 'prometheus', folder: join(root, '.state/programs') });
  mkdirSync(join(root, '.state'), { recursive: true });
  folder = mkdtempSync(join(root, '.state/claimable-'));
  const scaled = ['minReplicas=2', 'maxReplicas=8', 'targetCpuPercent=70'].map(
    (one) => `services.judgments.autoscaling.${one}`,
  );
  const [{ spec }] = render(set('keda.enabled=true', ...scaled), { namespace: 'prod' }).filter(
    ({ kind }) => kind === 'ScaledObject',
  );
  query = spec?.triggers?.find(({ type }) => type === 'prometheus')?.metadata['query'] ?? '';
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the broker's processes say of an engine with 16 slots, eight of each of two processes. */
interface EngineState {
  rows: number;
  /** Asks under way in each process. */
  inFlight?: number;
  waiting?: number;
  factor?: number;
  open?: 0 | 1;
}

function seriesOf(engine: string, { rows, inFlight = 0, waiting = 0, factor = 1, open = 0 }: EngineState, of: string) {
  const each = (name: string, value: number, more = '') =>
    ['0', '1'].map((process) => ({
      series: `judgment_engine_${name}{component="engine-broker",process="${process}",engine="${engine}",${more}${of}}`,
      values: `${value}x10`,
    }));
  return [
    {
      series: `judgment_claimable_rows{component="judgments",process="0",engine="${engine}",${of}}`,
      values: `${rows}x10`,
    },
    ...each('in_flight', inFlight),
    ...each('permits', 8),
    ...each('rate_factor', factor),
    ...each('circuit_open', open),
    ...each('waiting', waiting, 'lane="backfill",'),
  ];
}

/** Asserts what the query of the rendered chart makes of series in its own namespace and of those beside it. */
function expectClaimable(
  own: Record<string, EngineState>,
  value: number | null,
  beside: Record<string, EngineState> = {},
) {
  const series = (states: Record<string, EngineState>, namespace: string) =>
    Object.entries(states).flatMap(([engine, state]) =>
      seriesOf(engine, state, `namespace="${namespace}",release="judgments"`),
    );
  const test = {
    interval: '1m',
    input_series: [...series(own, 'prod'), ...series(beside, 'staging')],
    promql_expr_test: [{ expr: query, eval_time: '8m', exp_samples: value === null ? [] : [{ labels: '{}', value }] }],
  };
  const file = join(folder, 'tests.yaml');
  writeFileSync(file, stringify({ evaluation_interval: '1m', tests: [test] }));
  const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' });
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
}

it('rows count that no process has claimed while their engine has slots to spare [O-M4]', () => {
  expectClaimable({ jev: { rows: 5000, inFlight: 2 } }, 5000);
});

it.each<[string, EngineState]>([
  ['whose slots are used', { rows: 5000, inFlight: 8 }],
  ['for whose slots asks wait, as where it grants so many a minute', { rows: 5000, inFlight: 1, waiting: 3 }],
  ['that grants half of its limits', { rows: 5000, inFlight: 4, factor: 0.5 }],
  ['that is not asked, since it failed', { rows: 5000, open: 1 }],
])('rows of an engine count for nothing %s, and those of others do [O-M4]', (_why, state) => {
  expectClaimable({ jev: state }, null);
  expectClaimable({ jev: state, 'pplx-decider': { rows: 300 } }, 300);
});

it('another installation counts for nothing, whatever its engines do [O-M4]', () => {
  expectClaimable({ jev: { rows: 100, inFlight: 1 } }, 100, { jev: { rows: 9000, inFlight: 8, waiting: 50 } });
});
