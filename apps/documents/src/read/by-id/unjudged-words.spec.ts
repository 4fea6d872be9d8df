import { unjudgedWords } from './unjudged-words';

it('never says that no answer came in time where a reply came and could not be used [CLI-A1]', () => {
  expect(unjudgedWords([null, 'engine_unavailable'])).toContain('no answer in time');
  const words = unjudgedWords(['engine_bad_answer', null, 'engine_bad_answer', 'engine_refused']);
  expect(words).toContain('(engine_bad_answer, engine_refused)');
  expect(words).not.toContain('in time');
});
