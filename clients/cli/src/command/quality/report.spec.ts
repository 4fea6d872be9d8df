import { json } from '@app/sdk/testing';
import { openCliRoom } from '../../testing/cli-room';

const room = openCliRoom();
const { server } = room;

it('report says what came true of the last 30 days where what was read, or why nothing is tested [ST-F1]', async () => {
  const found = {
    type: 'bool',
    labels: { count: 120 },
    held_out: { raw: null, calibrated: null },
    bins: [],
    thresholds: {},
    notices: [],
  };
  const tests = [
    { test: 'mean', statistic: -7.9, p: 0.0001 },
    { test: 'loss', statistic: -1, p: 1 },
  ];
  const read = async (drift: object | null) => {
    server.play(json(200, { ...found, drift }));
    return (await room.terminal.run(['report', '-j', 'late'])).out;
  };
  const worse = await read({ worse: true, mean_read: 0.401, observed: 0.183, tests, reason: null });
  expect(worse).toContain('drift\tworse (mean): 0.183 came true where 0.401 was read\n');
  const choice = [{ test: 'mean', option: 'refund', statistic: -7.9, p: 0.0001 }];
  expect(await read({ worse: true, mean_read: null, observed: null, tests: choice })).toContain(
    'drift\tworse (mean of refund)\n',
  );
  const untested = { worse: false, mean_read: 0.3, observed: 0.3, tests: [], reason: 'no_fit_before' };
  expect(await read(untested)).toContain('drift\tnot tested: no fit before\n');
  expect(await read({ worse: false, log_loss: 0.5, observed: 0.3 })).toContain('drift\tnone\n');
});

it('report prints figures with their intervals, bins, thresholds, and notices on stderr', async () => {
  const metrics = {
    log_loss: 0.41234,
    log_loss_interval: [0.3, 0.5],
    ece: 0.02,
    ece_noise_floor: { mean: 0.02, high: 0.03 },
    accuracy: 0.9,
  };
  const found = {
    type: 'bool',
    read_with: 'calibrated',
    labels: { count: 120, used: 120 },
    classes: [],
    drift: null,
    base_rate: 0.25,
    base_rate_interval: [0.2, 0.3],
    agreement: { alpha: 0.7134, interval: [0.55, 0.83], answers: 42, authors: 2 },
    held_out: {
      raw: { ...metrics, log_loss: 0.7, log_loss_interval: null },
      calibrated: metrics,
      base_rate: { log_loss: 0.56, accuracy: 0.75 },
      skill: 0.26,
      skill_interval: [0.1, 0.4],
    },
    errors: [{ namespace: 'a/b', document: 'd7', observed: true, p: 0.02 }],
    bins: [{ low: 0, high: 0.1, n: 12, mean_p: 0.05, observed: 0.08, interval: [0.01, 0.2] }],
    thresholds: { alarm: { threshold: 0.6, flagged: 0.1, precision: 0.5, recall: null } },
    notices: [{ code: 'few', message: 'Few labels.' }],
  };
  server.play(json(200, found));
  const { out, err } = await room.terminal.run(['report', '-j', 'late', '--sources', 'queue']);
  expect(server.heard[0]?.url).toBe(`/v1/namespaces/a%2Fb/judgments/late/calibration?sources=queue`);
  expect(out).toContain('share of yes\t0.25 (0.2..0.3)\n');
  expect(out).toContain('agreement\talpha 0.713 (0.55..0.83) of 2 labellers on 42 answers\n');
  expect(out).toContain('verdict\tRight in 90 %; always saying no would be right in 75 %.\n');
  expect(out).toContain('labels\t120 labels\n');
  expect(out).toContain('held out\tcalibrated (in use)\traw\talways saying the base rate\n');
  expect(out).toContain('Log loss\t0.412 (0.300 to 0.500)\t0.700\t0.560\n');
  expect(out).toContain('Gain over the base rate\t26.0 % (10.0 % to 40.0 %)\t\t\n');
  expect(out).toContain('d7\ta/b\ttrue\t0.020\n');
  expect(out).toContain('0\t0.1\t12\t0.05\t0.08 (0.01..0.2)\n');
  expect(out).toContain('alarm\t0.6\t0.1\t0.5\t\n');
  expect(err).toBe('Few labels.\n');
});
