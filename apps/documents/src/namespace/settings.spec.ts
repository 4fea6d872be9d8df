import { checkBody } from '@app/contracts';
import { NamespaceSettings } from '@app/contracts/documents';
import { namespaceFanoutDefaults } from '@app/definition';
import { fanoutInEffect, mergeSettings, noSettings } from './settings';

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
    expect(mergeSettings(before, { pinned: false, default_engine: null, budget: null, fanout: null }, active)).toEqual(
      noSettings,
    );
    const { fanout } = mergeSettings(before, { fanout: { share: null } }, active);
    expect(fanout).toEqual({ enabled: false });
    expect(fanoutInEffect(fanout)).toEqual({ ...namespaceFanoutDefaults, enabled: false });
  });

  it('refuses null for a boolean, which nothing would reset [defect O-2]', () => {
    expect(() => checkBody(NamespaceSettings, { pinned: null })).toThrow(
      expect.objectContaining({ details: { reason: 'bad_type', path: '/pinned' } }) as Error,
    );
    expect(checkBody(NamespaceSettings, { pinned: false, budget: null })).toEqual({ pinned: false, budget: null });
  });

  it('waits ten times the debounce, and refuses a wait below it [defect W-L4]', () => {
    const waitOf = (fanout: object) => fanoutInEffect(patched({ fanout }).fanout).max_wait_ms;
    expect(waitOf({ debounce_ms: 1_000 })).toBe(10_000);
    expect(waitOf({ debounce_ms: 86_400_000 })).toBe(86_400_000);
    expect(waitOf({ debounce_ms: 10, max_wait_ms: 10 })).toBe(10);
    const refused = (path: string) =>
      expect.objectContaining({ code: 'invalid_request', details: { reason: 'bad_bounds', path } }) as Error;
    expect(() => patched({ fanout: { debounce_ms: 10, max_wait_ms: 5 } })).toThrow(refused('/fanout/max_wait_ms'));
    expect(() => patched({ fanout: { max_wait_ms: 700_000 } }, { fanout: { debounce_ms: 800_000 } })).toThrow(
      refused('/fanout/debounce_ms'),
    );
  });

  it('refuses an engine that is not active [NS-14]', () => {
    expect(() => patched({ default_engine: { name: 'pplx-decider', version: 'current' } })).toThrow(
      expect.objectContaining({ code: 'engine_version_unavailable' }) as Error,
    );
  });
});
