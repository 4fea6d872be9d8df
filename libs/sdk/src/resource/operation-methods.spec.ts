import { JudgmentClient } from '../client';
import { operationTable } from '../generated/operation-table';
import { operationMethods } from './operation-methods';

it('every operation of the API document has a method of the client [SDK-08]', () => {
  const client = new JudgmentClient({ baseUrl: 'https://judge.example.com/v1', apiKey: 'jk_test' });
  const namespace = client.namespace('a');
  const one = 'namespace.judgments.get.';
  const missing = Object.values(operationMethods).filter((path) => {
    const isOfOne = path.startsWith(one);
    const root: unknown = isOfOne ? namespace.judgments.get('n') : { ...client, namespace };
    const parts = (isOfOne ? path.slice(one.length) : path).split('.');
    return typeof parts.reduce((at, part) => (at as Record<string, unknown>)[part], root) !== 'function';
  });
  expect(missing).toEqual([]);
  expect(Object.keys(operationMethods).sort()).toEqual(Object.keys(operationTable).sort());
});
