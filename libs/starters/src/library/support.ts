import { optional, optionList, path } from '../starter/placeholder';
import type { Starter } from '../starter/starter';

const subject = optional(path('subject', 'state.subject', 'The subject line of the message.'));
const body = path('body', 'state.body', "The customer's message.");
const history = optional(path('history', 'state.thread', 'An array of earlier messages; the newest five are read.'));

export const supportStarters: readonly Starter[] = [
  {
    id: 'support.refund_request',
    title: 'Asks for a refund',
    summary: 'Whether a message asks for money back, so that it reaches who can pay it.',
    placeholders: [subject, body],
    definition: {
      type: 'bool',
      question: 'Does the customer ask for a refund?',
      criteria: {
        true: 'Asks for money back, a reimbursement or a chargeback, in whatever words.',
        false: 'Wants a replacement, an answer or anything else.',
      },
      context: { fields: ['{subject}', '{body}'] },
      thresholds: { likely: 0.5, certain: 0.9 },
    },
    outcomes: { implicit: { after: '30d' } },
    sample: {
      attributes: { channel: 'mail' },
      state: {
        subject: 'Refund for order 2291',
        body: 'The jacket came damaged. Please refund me, I want my money back.',
      },
      expected: true,
    },
  },
  {
    id: 'support.urgency',
    title: 'Urgency of a ticket',
    summary: 'How soon a ticket needs an answer, from whenever to at once.',
    placeholders: [subject, body],
    definition: {
      type: 'score',
      question: 'How urgent is this ticket?',
      levels: [
        { value: 1, description: 'No hurry: a question or a remark' },
        { value: 2, description: 'An answer within some days will do' },
        { value: 3, description: 'Should be answered today' },
        { value: 4, description: 'Urgent: work or an order is blocked' },
        { value: 5, description: 'Emergency: critical, must be answered immediately' },
      ],
      context: { fields: ['{subject}', '{body}'] },
      thresholds: { urgent: { field: 'score', gte: 3.5 } },
    },
    outcomes: {},
    sample: {
      attributes: {},
      state: {
        subject: 'URGENT: checkout is down',
        body: 'Emergency! All orders are blocked, we need help immediately.',
      },
      expected: 'high',
    },
  },
  {
    id: 'support.topic',
    title: 'Topic of a ticket',
    summary: 'Which of your topics a ticket belongs to, or none of them.',
    placeholders: [
      subject,
      body,
      optionList(
        'topics',
        [
          { value: 'billing', description: 'Invoices, payments, charges and prices' },
          { value: 'delivery', description: 'Shipping, parcels and their tracking' },
          { value: 'account', description: 'Login, password and access' },
        ],
        'Your topics, each with a sentence that tells what belongs to it.',
      ),
    ],
    definition: {
      type: 'choice',
      question: 'What is this ticket about?',
      options: '{topics}',
      escape: { description: 'None of these topics' },
      context: { fields: ['{subject}', '{body}'] },
      thresholds: { unsorted: { field: 'escape_p', gte: 0.5 } },
    },
    outcomes: {},
    sample: {
      attributes: {},
      state: {
        subject: 'Where is my parcel?',
        body: 'The tracking says shipped, but the package has not arrived. When is the delivery?',
      },
      expected: 'delivery',
    },
  },
  {
    id: 'support.dissatisfied',
    title: 'Dissatisfied customer',
    summary: 'Whether a customer is upset, so that a person takes over before they leave.',
    placeholders: [body, history],
    definition: {
      type: 'bool',
      question: 'Is the customer angry or frustrated?',
      criteria: 'Complaint, reproach, threat or bitter irony; a plain report of a fault is none.',
      context: { fields: ['{body}', '{history}'], last_n: { '{history}': 5 } },
      thresholds: { take_over: 0.6 },
    },
    outcomes: {},
    sample: {
      attributes: {},
      state: {
        body: 'This is unacceptable. I am furious, your service is terrible!',
        thread: ['Where is my order?', 'Still no answer. I am really annoyed.'],
      },
      expected: true,
    },
  },
];
