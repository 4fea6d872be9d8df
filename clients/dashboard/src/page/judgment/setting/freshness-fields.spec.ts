import type { Schema } from '@app/sdk/client';
import { changesOf, fieldsOf } from './freshness-fields';

const freshness: Schema<'FreshnessView'> = {
  policy: 'on_change',
  debounce_ms: 1_500,
  max_wait_ms: 60_000,
  fanout: { debounce_ms: 600_000, max_wait_ms: 3_600_000, rolling_limit: 300_000, block_cap: 1_000 },
};
const fields = fieldsOf(freshness);

it('sends nothing that nobody changed, so that it goes on following the namespace [TPL-11]', () => {
  expect(changesOf(freshness, fields)).toEqual({});
});

it('sends what is typed in the units of the service, and null for what is emptied [REL-05]', () => {
  expect(changesOf(freshness, { ...fields, debounce: '0.25', rollingLimit: '10', blockCap: '' })).toEqual({
    debounce_ms: 250,
    fanout: { rolling_limit: 10, block_cap: null },
  });
  expect(changesOf(freshness, { ...fields, policy: 'interval', interval: '1d' })).toEqual({
    policy: 'interval',
    interval: '1d',
  });
  const daily = { ...freshness, policy: 'interval' as const, interval: '1d' };
  expect(changesOf(daily, { ...fieldsOf(daily), policy: 'manual', interval: '' })).toEqual({
    policy: 'manual',
    interval: null,
  });
});
