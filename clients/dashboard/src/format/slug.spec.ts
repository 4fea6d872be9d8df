import { slugOf } from './slug';

it('the name of an organization begins the names of its namespaces', () => {
  expect(['Acme GmbH', 'Müller & Söhne', '日本', '..'].map(slugOf)).toEqual([
    'acme-gmbh',
    'muller-sohne',
    'own',
    'own',
  ]);
});
