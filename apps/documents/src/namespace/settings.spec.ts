import { fanoutDefaults, fanoutInEffect, mergeSettings, noSettings } from './settings';

const engine = { name: 'jev' as const, version: 'current' };
const active = [engine];
const patched = (...patches: Parameters<typeof mergeSettings>[1][]) =>
  patches.reduce((settings, patch) => mergeSettings(settings, patch, active), noSettings);

describe("a patch of a namespace's settings", () => {
  it('keeps the settings that it leaves out', () => {
    const all = { pinned: true, default_engine: engine, fanout: { share: 0.2 } };
    const budget = { compute_usd_per_month: 5, on_exceeded: 'pause' as const };
    const before = patched({ ...all, budget });
    expect(mergeSettings(before, {}, active)).toEqual(before);
    expect(mergeSettings(before, { fanout: { block_cap: 2 } }, active)).toEqual({
      ...before,
      fanout: { share: 0.2, block_cap: 2 },
    });
    expect(before).toMatchObject({ budgetUsd: 5, pinned: true, defaultEngine: engine });
  });

  it('removes or resets by null, also a single key of the fan-out [NS-12]', () => {
    const before = patched({ pinned: true, default_engine: engine, fanout: { share: 0.2, enabled: false } });
    expect(mergeSettings(before, { pinned: null, default_engine: null, budget: null, fanout: null }, active)).toEqual(
      noSettings,
    );
    const { fanout } = mergeSettings(before, { fanout: { share: null } }, active);
    expect(fanout).toEqual({ enabled: false });
    expect(fanoutInEffect(fanout)).toEqual({ ...fanoutDefaults, enabled: false });
  });

  it('refuses an engine that is not active [NS-14]', () => {
    expect(() => patched({ default_engine: { name: 'pplx-decider', version: 'current' } })).toThrow(
      expect.objectContaining({ code: 'engine_version_unavailable' }) as Error,
    );
  });
});
