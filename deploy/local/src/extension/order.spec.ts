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
    ['', /^Usage: npm run operator -- extension/],
    ['add', /missing required argument 'name'/],
    ['list crm', /too many arguments/],
    ['add crm', /Say what it does/],
    ['add Crm --engine jev', /needs a letter first/],
    ['add crm.x --engine jev', /needs a letter first/],
    ['add crm --engine nobody', /Allowed choices are jev/],
    ['add crm --consumes everything', /Allowed choices are events, answers/],
    ['add crm --colour red', /unknown option '--colour'/],
  ])('is refused with a sentence: %j', (line, sentence) => {
    expect(() => readExtensionOrder(line.split(' ').filter(Boolean))).toThrow(sentence);
  });
});
