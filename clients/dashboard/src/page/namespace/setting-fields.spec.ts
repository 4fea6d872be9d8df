import type { Schema } from '@app/sdk/client';
import { changesOf, fieldsOf } from './setting-fields';

const view: Pick<Schema<'NamespaceView'>, 'default_engine' | 'pinned' | 'fanout'> = {
  default_engine: { name: 'jev', version: 'current' },
  pinned: false,
  fanout: {
    enabled: true,
    share: 0.5,
    debounce_ms: 600_000,
    max_wait_ms: 3_600_000,
    rolling_limit: 300_000,
    block_cap: 1_000,
  },
};
const fields = fieldsOf(view);

it('sends no member that nobody changed', () => {
  expect(changesOf(view, fields)).toEqual({});
  // The same engine, read anew.
  expect(changesOf(view, { ...fields, engine: { name: 'jev', version: 'current' } })).toEqual({});
});

it('sends what is typed in the units of the service, and null for what is emptied', () => {
  const typed = {
    ...fields,
    engine: null,
    pinned: true,
    isFanoutOn: false,
    share: '0.25',
    debounce: '1.5',
    blockCap: '',
  };
  expect(changesOf(view, typed)).toEqual({
    default_engine: null,
    pinned: true,
    fanout: { enabled: false, share: 0.25, debounce_ms: 1_500, block_cap: null },
  });
});
