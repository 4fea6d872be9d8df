import { readLearningOrder } from './order';

const read = (line: string) => readLearningOrder(line.split(' ').filter(Boolean));

describe('the words of npm run learning-engine', () => {
  it('are read, and without any the engine runs', () => {
    expect(read('')).toEqual({ verb: 'run', engine: 'jev' });
    expect(read('run gpt-6-luna')).toEqual({ verb: 'run', engine: 'gpt-6-luna' });
    expect(read('train')).toEqual({ verb: 'train', engine: 'jev', ifDue: false });
    expect(read('train pplx-decider --if-due')).toEqual({ verb: 'train', engine: 'pplx-decider', ifDue: true });
    expect(read('evaluate sets/olist')).toEqual({ verb: 'evaluate', folder: 'sets/olist' });
  });

  it.each([
    ['train kitchen', /Allowed choices are jev/],
    ['evaluate', /missing required argument 'folder'/],
    ['run jev twice', /too many arguments/],
    ['train --due', /unknown option '--due'/],
  ])('are refused with a sentence: %j', (line, sentence) => {
    expect(() => read(line)).toThrow(sentence);
  });
});
