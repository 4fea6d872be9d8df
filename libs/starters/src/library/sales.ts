import { optional, number, path, text } from '../starter/placeholder';
import type { Starter } from '../starter/starter';

const message = path('message', 'state.message', 'What the prospect wrote.');

export const salesStarters: readonly Starter[] = [
  {
    id: 'sales.ready_to_buy',
    title: 'Ready to buy',
    summary: 'Whether a prospect is about to buy, so that sales calls back first where it counts.',
    placeholders: [message, optional(path('stage', 'attributes.stage', 'Where the deal stands now.'))],
    definition: {
      type: 'bool',
      question: 'Is the prospect ready to buy now?',
      criteria: {
        true: 'Asks for a contract, an invoice, a payment or a start date; wants the order now.',
        false: 'Only looks around, compares or says no.',
      },
      context: { fields: ['{message}', '{stage}'] },
      horizon: '30d',
      thresholds: { call_back: 0.6 },
    },
    outcomes: { implicit: { after: '60d' } },
    sample: {
      attributes: { stage: 'demo held' },
      state: { message: 'Great demo! We are ready to buy now: send the contract and the invoice, we want to start.' },
      expected: true,
    },
  },
  {
    id: 'sales.intent',
    title: 'What a prospect wants',
    summary: 'Sorts incoming messages into buying, pricing, a demo, cancelling or support.',
    placeholders: [message],
    definition: {
      type: 'choice',
      question: 'What does the sender want?',
      options: [
        { value: 'pricing', description: 'Asks for prices, fees or an invoice' },
        { value: 'demo', description: 'Asks for a demo, a trial or a presentation' },
        { value: 'cancel', description: 'Wants to cancel or terminate a contract' },
        { value: 'support', description: 'Needs help with an error or a broken function' },
      ],
      escape: { description: 'Something else' },
      context: { fields: ['{message}'] },
      thresholds: { leaving: { option: 'cancel', gte: 0.5 } },
    },
    outcomes: {},
    sample: {
      attributes: {},
      state: {
        message: 'We want to cancel our subscription and terminate the contract. Please confirm the cancellation.',
      },
      expected: 'cancel',
    },
  },
  {
    id: 'sales.fit',
    title: 'Fit of a lead',
    summary: 'How well a lead matches the customers that you win.',
    placeholders: [
      path('company', 'state.company', 'What is known of the company.'),
      optional(path('need', 'state.need', 'What it says it needs.')),
      text('ideal', 'an online shop that ships parcels', 'Your ideal customer, in a few words.'),
    ],
    definition: {
      type: 'score',
      question: 'How well does this lead fit the ideal customer: {ideal}?',
      levels: [
        { value: 1, description: 'Bad fit: nothing in common' },
        { value: 2, description: 'Poor fit: some traits only' },
        { value: 3, description: 'Decent fit with open points' },
        { value: 4, description: 'Perfect fit in every trait' },
      ],
      context: { fields: ['{company}', '{need}'] },
      thresholds: { pursue: { field: 'normalized', gte: 0.6 } },
    },
    outcomes: {},
    sample: {
      attributes: {},
      state: {
        company: 'An online shop, great growth, very happy customers, ships excellent parcels every day.',
        need: 'The best delivery service for its shipping.',
      },
      expected: 'high',
    },
  },
  {
    id: 'sales.large_deal',
    title: 'Large deal',
    summary: 'Whether a request is worth more than an amount of yours.',
    placeholders: [
      message,
      path('amount', 'attributes.amount', 'The amount offered or asked for.'),
      number('at_least', 10000, 'The amount from which a deal counts as large, in your currency.'),
    ],
    definition: {
      type: 'bool',
      question: 'Is the amount of this deal at least {at_least}?',
      criteria: 'Count what is said of volume and term, not the list price.',
      context: { fields: ['{amount}', '{message}'] },
      thresholds: { large: 0.5 },
    },
    outcomes: {},
    sample: {
      attributes: { amount: 25000 },
      state: { message: 'We would take licences for the whole company, three years.' },
      expected: true,
    },
  },
];
