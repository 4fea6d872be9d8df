import { optional, optionList, path, text } from '../starter/placeholder';
import type { Starter } from '../starter/starter';

const title = optional(path('title', 'state.title', 'The headline.'));
const body = path('body', 'state.text', 'The text itself.');

export const contentStarters: readonly Starter[] = [
  {
    id: 'content.sentiment',
    title: 'Sentiment of a review',
    summary: 'How content the writer of a review is, from one to five.',
    placeholders: [title, body],
    definition: {
      type: 'score',
      question: 'How happy is the writer?',
      levels: [
        { value: 1, description: 'Terrible, would never buy again' },
        { value: 2, description: 'Disappointed, with some good points' },
        { value: 3, description: 'Neither good nor bad' },
        { value: 4, description: 'Pleased, with small reservations' },
        { value: 5, description: 'Delighted, recommends it' },
      ],
      context: { fields: ['{title}', '{body}'] },
      thresholds: { unhappy: { field: 'score', lte: 2.5 }, happy: { field: 'score', gte: 4 } },
    },
    outcomes: {},
    sample: {
      attributes: {},
      state: { title: 'Love it', text: 'A wonderful dress, perfect fit. I am delighted and recommend it to everyone.' },
      expected: 'high',
    },
  },
  {
    id: 'content.category',
    title: 'Category of a text',
    summary: 'Which of your categories a text belongs to, or none.',
    placeholders: [
      title,
      body,
      optionList(
        'categories',
        [
          { value: 'technical', description: 'Software, servers, websites and updates' },
          { value: 'finance', description: 'Payments, invoices, prices and fees' },
          { value: 'fashion', description: 'Dresses, jackets, shirts and jeans' },
        ],
        'Your categories, each with a sentence that tells what belongs to it.',
      ),
    ],
    definition: {
      type: 'choice',
      question: 'Which category does this text belong to?',
      options: '{categories}',
      context: { fields: ['{title}', '{body}'] },
      thresholds: { unsorted: { field: 'escape_p', gte: 0.5 } },
    },
    outcomes: {},
    sample: {
      attributes: {},
      state: {
        title: 'Install the update',
        text: 'The software update for the server and the website is ready to install.',
      },
      expected: 'technical',
    },
  },
  {
    id: 'content.breaks_rule',
    title: 'Breaks a rule',
    summary: 'Whether a contribution contains what a rule of yours forbids.',
    placeholders: [
      body,
      text('forbidden', 'spam, scam or casino advertising', 'What the rule forbids, in a few words.'),
      optional(path('author', 'attributes.author', 'Who wrote it.')),
    ],
    definition: {
      type: 'bool',
      question: 'Does this contribution contain {forbidden}?',
      criteria: { true: 'Breaks the rule, openly or in disguise.', false: 'Keeps to it, or only speaks of it.' },
      context: { fields: ['{body}', '{author}'] },
      thresholds: { remove: 0.9, review: 0.5 },
    },
    outcomes: {},
    sample: {
      attributes: { author: 'new user' },
      state: { text: 'Casino bonus for every winner! Join our casino now and claim your lottery prize.' },
      expected: true,
    },
  },
  {
    id: 'content.recommends',
    title: 'Recommends the product',
    summary: 'Whether a review recommends the product to others.',
    placeholders: [title, body],
    definition: {
      type: 'bool',
      question: 'Does the writer recommend the product?',
      context: { fields: ['{title}', '{body}'] },
      thresholds: { quote: 0.8 },
    },
    outcomes: {},
    sample: {
      attributes: {},
      state: { title: 'Great', text: 'Excellent quality, I love it and recommend this product to all my friends.' },
      expected: true,
    },
  },
];
