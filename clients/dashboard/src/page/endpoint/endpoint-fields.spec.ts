import { bodyOf, changesOf, fieldsOf, newFields } from './endpoint-fields';

const view = {
  url: 'https://a.example/hooks',
  events: ['job.failed', 'job.completed'],
  namespace_prefix: 'acme/',
  description: 'desk',
  max_per_second: 2.5,
};

it('asks for what is typed, and leaves what is empty to the service', () => {
  expect(bodyOf({ ...newFields, url: view.url })).toEqual({ url: view.url });
  expect(bodyOf(fieldsOf(view))).toEqual(view);
});

it('sends the members alone that a person changed, and null for an emptied one', () => {
  const fields = fieldsOf(view);
  expect(changesOf(view, { ...fields, events: ['job.completed', 'job.failed'] })).toEqual({});
  expect(changesOf(view, { ...fields, prefix: ' ', description: '', pace: '' })).toEqual({
    namespace_prefix: null,
    description: null,
    max_per_second: null,
  });
  expect(changesOf(view, { ...fields, events: [], pace: '0.5' })).toEqual({ events: [], max_per_second: 0.5 });
});
