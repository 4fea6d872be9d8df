import { readExtensionOrder } from './order';

describe('a command about extensions', () => {
  it('is read', () => {
    expect(readExtensionOrder(['list'])).toEqual({ verb: 'list' });
    expect(readExtensionOrder(['remove', 'crm'])).toEqual({ verb: 'remove', name: 'crm' });
    expect(readExtensionOrder(['add', 'crm', '--engine', 'jev', '--consumes', 'answers'])).toEqual({
      verb: 'add',
      name: 'crm',
      engine: 'jev',
      consumes: 'answers',
    });
  });

  it.each([
    ['', /usage/],
    ['add', /usage/],
    ['list crm', /usage/],
    ['add crm', /Say what it does/],
    ['add Crm --engine jev', /Name it with a letter/],
    ['add crm.x --engine jev', /Name it with a letter/],
    ['add crm --engine nobody', /--engine must be one of jev/],
    ['add crm --consumes everything', /--consumes must be one of events, answers/],
    ['add crm --colour red', /Unknown option/],
  ])('is refused with a sentence: %j', (line, sentence) => {
    expect(() => readExtensionOrder(line.split(' ').filter(Boolean))).toThrow(sentence);
  });
});
