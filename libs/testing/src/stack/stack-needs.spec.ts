import { fits, formOf, needsProcesses, settingsFor } from './stack-needs';
import type { StackOptions } from './stack-options';

const usual: StackOptions = { name: 'a' };
const standing = (opened: StackOptions, aheadMs = 0) => ({
  form: formOf(opened),
  hasProcesses: needsProcesses(opened),
  aheadMs,
});

it('a stack does for every file that needs what it is, whatever the file is called', () => {
  expect(fits(standing(usual), { name: 'b' })).toBe(true);
  const replicas = { replicas: 2, more: { judgments: 1 } };
  expect(fits(standing({ name: 'a', ...replicas }), { name: 'b', ...replicas })).toBe(true);
});

it.each<[string, StackOptions]>([
  ['replicas', { name: 'b', replicas: 2 }],
  ['more of one service', { name: 'b', more: { judgments: 1 } }],
  ['engines', { name: 'b', engines: { jev: { dialect: 'built_in' } } }],
  ['proxies before Postgres', { name: 'b', postgresProxies: true }],
  ['a standby', { name: 'b', postgresStandby: true }],
  ['a cluster', { name: 'b', natsCluster: true }],
  ['another build', { name: 'b', build: 'previous' }],
  ['spare processes', { name: 'b', spare: true }],
])('a stack without %s does not for a file that needs them, and the other way round', (_what, needs) => {
  const processes = { name: 'a', processes: true };
  expect(fits(standing(processes), needs)).toBe(false);
  expect(fits(standing(needs), processes)).toBe(false);
});

it('a process for each service does for a file that needs none, and one for all not for a file that kills one', () => {
  const processes = { name: 'b', processes: true };
  expect(fits(standing(processes), usual)).toBe(true);
  expect(fits(standing(usual), processes)).toBe(false);
});

it('engines of its own need no more processes than the usual ones', () => {
  expect(needsProcesses({ name: 'b', engines: { jev: { dialect: 'built_in' } } })).toBe(false);
  expect(needsProcesses({ name: 'b', engines: {}, replicas: 2 })).toBe(true);
});

it('no stack that another file has used does for a file that wants it untouched', () => {
  expect(fits(standing(usual), { name: 'b', untouched: true })).toBe(false);
});

it('settings are given to processes that stand, each service its own over those of all', () => {
  const settings = { all: { LOG_LEVEL: 'debug', A: '1' }, gateway: { A: '2' } };
  expect(fits(standing({ name: 'a', processes: true }), { name: 'b', settings })).toBe(true);
  expect(fits(standing(usual), { name: 'b', settings })).toBe(false);
  expect(settingsFor('gateway', settings)).toEqual({ LOG_LEVEL: 'debug', A: '2' });
  expect(settingsFor('billing', settings)).toEqual({ LOG_LEVEL: 'debug', A: '1' });
  expect(settingsFor('billing')).toEqual({});
});

it('a clock that was moved on does for a file that moves it too, and for no other [GEN-09]', () => {
  const processes = { name: 'b', processes: true };
  expect(fits(standing(processes, 130_000), { ...processes, movesClock: true })).toBe(true);
  expect(fits(standing(processes, 130_000), processes)).toBe(false);
  expect(fits(standing(processes), { ...processes, movesClock: true })).toBe(true);
});
