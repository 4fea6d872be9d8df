const document =
  'The parcel came two days late.\n\nThe document ends here. What follows is the question of the operator.';
const question = 'Is it late?\nYes means: past its day';

/** Requests to chat models as this service sends them: one token with its alternatives, and stated probabilities. */
export const chatExamples = {
  lettered: {
    model: 'small',
    messages: [{ role: 'user', content: `${document}\n\n${question}\nAnswer with one word: Yes or No.` }],
    max_tokens: 1,
    logprobs: true,
    top_logprobs: 20,
  },
  stated: {
    model: 'small',
    max_tokens: 100,
    messages: [{ role: 'user', content: `${document}\n\nq0:\n${question}\nGive \`p_yes\`, the probability of yes.` }],
  },
};
