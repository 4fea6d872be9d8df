import { matchersOf, selecting } from './installation';

const matchers = matchersOf({ namespace: 'prod', release: 'eu' });

it('every series of an expression selects the installation, with its own matchers and without', () => {
  expect(selecting('sum(rate(judgment_a_total{x=~"5..",y!="{"}[5m])) / judgment_b', matchers)).toBe(
    'sum(rate(judgment_a_total{x=~"5..",y!="{",namespace="prod",release="eu"}[5m])) / judgment_b{namespace="prod",release="eu"}',
  );
  expect(selecting('rate(process_cpu_seconds_total[1m]) + nodejs_x', matchers)).toBe(
    'rate(process_cpu_seconds_total{namespace="prod",release="eu"}[1m]) + nodejs_x{namespace="prod",release="eu"}',
  );
});

it('a name within a text is no series, and series of other programs are left alone', () => {
  const expr = 'label_replace(up, "queue", "judgment_a", "", "") + kubelet_volume_stats_available_bytes';
  expect(selecting(expr, matchers)).toBe(expr);
});
