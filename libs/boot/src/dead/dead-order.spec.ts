import { UnreadableCommand, readOrder } from '@app/commands';
import { deadTable } from './dead-order';

const id = `msg_${'0'.repeat(32)}`;
const read = (line: string) =>
  readOrder('operator', [deadTable('documents')], ['dead', ...line.split(' ').filter(Boolean)]);

describe('the dead command', () => {
  it('reads the commands list and redrive', () => {
    expect(read('list')).toEqual({ kind: 'list', json: false });
    expect(read('list --json --service documents')).toEqual({ kind: 'list', json: true });
    expect(read(`redrive --id ${id}`)).toEqual({ kind: 'redrive', id });
    expect(read('redrive --all --service documents')).toEqual({ kind: 'redrive', id: null });
  });

  it.each([
    ['', /^Usage: operator dead/],
    ['show', /unknown command 'show'/],
    ['list all', /too many arguments/],
    ['list --all', /unknown option '--all'/],
    [`list --id ${id}`, /unknown option '--id'/],
    ['list --colour', /unknown option '--colour'[^]*Usage: operator dead list/],
    ['list --service kitchen', /must be one of gateway, documents/],
    ['list --service billing', /This is documents: ask billing/],
    ['redrive', /Give --id or --all/],
    ['redrive --all', /needs --service/],
    [`redrive --all --service documents --id ${id}`, /cannot be used with option '--all'/],
    ['redrive --id 7', /as `dead list` shows it/],
  ])('refuses `%s` with a sentence', (line, sentence) => {
    expect(() => read(line)).toThrow(UnreadableCommand);
    expect(() => read(line)).toThrow(sentence);
  });
});
