import type { Schema } from '@app/sdk/client';
import { bodyOf, fieldsOf, newFields } from './subscription-fields';

const view: Schema<'SubscriptionView'> = {
  name: 'late',
  filter: { 'attributes.country': 'DE' },
  endpoint: 'whe_1',
  on: ['entered'],
  include: ['answers'],
  initial: 'emit',
  min_hold: '1h',
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
  members: 3,
};

it('sends back all of a subscription of which nothing was changed, since a request replaces it', () => {
  const { name: _name, created_at: _created, updated_at: _updated, members: _members, ...sent } = view;
  expect(bodyOf(fieldsOf(view))).toEqual(sent);
});

it('sends null for what is emptied, and nothing while the filter is no JSON', () => {
  expect(bodyOf({ ...fieldsOf(view), endpoint: '', minHold: ' ' })).toMatchObject({ endpoint: null, min_hold: null });
  expect(bodyOf({ ...newFields(), filter: null })).toBeNull();
});
