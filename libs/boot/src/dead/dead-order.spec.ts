import { UnreadableOrder, readDeadOrder } from './dead-order';

const id = `msg_${'0'.repeat(32)}`;
const read = (line: string) => readDeadOrder('documents', line.split(' '));

describe('the dead command', () => {
  it('reads the commands list and redrive', () => {
    expect(read('list')).toEqual({ kind: 'list', json: false });
    expect(read('list --json --service documents')).toEqual({ kind: 'list', json: true });
    expect(read(`redrive --id ${id}`)).toEqual({ kind: 'redrive', id });
    expect(read('redrive --all --service documents')).toEqual({ kind: 'redrive', id: null });
  });

  it.each([
    ['', /usage/],
    ['show', /usage/],
    ['list all', /usage/],
    ['list --all', /usage/],
    [`list --id ${id}`, /usage/],
    ['list --colour', /Unknown option[^]*usage/],
    ['list --service kitchen', /must be one of gateway, documents/],
    ['list --service billing', /This is documents: ask billing/],
    ['redrive', /usage/],
    ['redrive --all', /needs --service/],
    [`redrive --all --service documents --id ${id}`, /not both/],
    ['redrive --id 7', /as `dead list` shows it/],
  ])('refuses `%s` with a sentence', (line, sentence) => {
    expect(() => read(line)).toThrow(UnreadableOrder);
    expect(() => read(line)).toThrow(sentence);
  });
});
