import { ReadRepeatability, noiseTurns, repeatabilityText } from './repeatability-text';

const still: ReadRepeatability = {
  answers: 30,
  times: 2,
  sd_p: 0,
  sd_normalized: null,
  value_changes: null,
  flips: { alarm: { share: 0, interval: [0, 0.114] } },
};

it('says what asking twice changes, at each threshold, and by how much numbers move [CAL-01]', () => {
  const noisy = { ...still, sd_p: 0.0204, flips: { alarm: { share: 0.031, interval: [0.012, 0.064] } } };
  expect(repeatabilityText(noisy)).toBe(
    'Asked again (30 answers, 2 times each): 3.1 % (1.2 % to 6.4 %) of answers change side at alarm; p moves by 0.020.',
  );
  expect(noiseTurns(noisy, 'alarm', 1000)).toBe(31);
  expect(noiseTurns(noisy, 'other', 1000)).toBeNull();
  expect(noiseTurns(null, 'alarm', 1000)).toBeNull();
});

it('says of an engine that repeats itself that it does, and of a choice how often the value changes [CAL-01]', () => {
  expect(repeatabilityText(still)).toBe('Asked again (30 answers, 2 times each), each answer came out the same.');
  const choice = { ...still, sd_p: null, flips: {}, value_changes: { share: 0.1, interval: [0.02, 0.3] } };
  expect(repeatabilityText(choice)).toContain(': 10.0 % (2.0 % to 30.0 %) change their value.');
});
