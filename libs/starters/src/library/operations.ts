import { optional, optionList, path } from '../starter/placeholder';
import type { Starter } from '../starter/starter';

const note = path('note', 'state.note', 'What was written about it.');

export const operationsStarters: readonly Starter[] = [
  {
    id: 'operations.late_delivery',
    title: 'Will arrive late',
    summary: 'Whether an order is going to arrive late, while something can still be done.',
    placeholders: [
      note,
      optional(path('events', 'state.events', 'An array of tracking events; the newest ten are read.')),
      optional(path('carrier', 'attributes.carrier', 'Who delivers it.')),
    ],
    definition: {
      type: 'bool',
      question: 'Will this delivery arrive late?',
      criteria: {
        true: 'Delayed, overdue, held up or lost on its way.',
        false: 'On its way as planned, or delivered.',
      },
      context: { fields: ['{note}', '{events}', '{carrier}'], last_n: { '{events}': 10 } },
      horizon: '14d',
      thresholds: { warn: 0.5 },
    },
    outcomes: { implicit: { after: '21d' } },
    sample: {
      attributes: { carrier: 'courier' },
      state: {
        note: 'The customer is still waiting, delivery overdue since Monday.',
        events: ['parcel shipped', 'delayed at the depot', 'delayed again'],
      },
      expected: true,
    },
  },
  {
    id: 'operations.incident_severity',
    title: 'Severity of an incident',
    summary: 'How severe a reported fault is, for the order in which it is worked on.',
    placeholders: [
      path('report', 'state.report', 'The report.'),
      optional(path('service', 'attributes.service', 'The service it names.')),
    ],
    definition: {
      type: 'score',
      question: 'How severe is this incident?',
      levels: [
        { value: 1, description: 'Good: works well, a wish only' },
        { value: 2, description: 'Small issue, easily gone round' },
        { value: 3, description: 'Problem: part of it fails or is slow' },
        { value: 4, description: 'Terrible outage: broken, crashes, data lost' },
      ],
      context: { fields: ['{report}', '{service}'] },
      thresholds: { page_someone: { field: 'score', gte: 3.2 } },
    },
    outcomes: {},
    sample: {
      attributes: { service: 'checkout' },
      state: {
        report: 'Outage: the server crashes on every payment, the app is completely broken and orders are lost.',
      },
      expected: 'high',
    },
  },
  {
    id: 'operations.route',
    title: 'Who takes it on',
    summary: 'Which of your teams should take a task on.',
    placeholders: [
      note,
      optionList(
        'teams',
        [
          { value: 'finance', description: 'Invoices, payments, charges and fees' },
          { value: 'warehouse', description: 'Parcels, packages, shipping and delivery' },
          { value: 'engineering', description: 'Errors, bugs and outages of the software' },
        ],
        'Your teams, each with a sentence that tells what it takes on.',
      ),
    ],
    definition: {
      type: 'choice',
      question: 'Which team should take this on?',
      options: '{teams}',
      escape: { description: 'No team can be told from it' },
      context: { fields: ['{note}'] },
      thresholds: { by_hand: { field: 'escape_p', gte: 0.4 } },
    },
    outcomes: {},
    sample: {
      attributes: {},
      state: { note: 'The invoice was charged twice: two payments and a fee on the card.' },
      expected: 'finance',
    },
  },
  {
    id: 'operations.needs_action',
    title: 'Needs action',
    summary: 'Whether somebody has to act on a note, or it only informs.',
    placeholders: [note],
    definition: {
      type: 'bool',
      question: 'Is this urgent, or is something broken or blocked?',
      criteria: {
        true: 'Something is asked for, broken, blocked or has a deadline.',
        false: 'Information only; all is well.',
      },
      context: { fields: ['{note}'] },
      thresholds: { act: 0.5 },
    },
    outcomes: {},
    sample: {
      attributes: {},
      state: { note: 'The label printer is broken and the whole line is blocked, please repair it today, urgent.' },
      expected: true,
    },
  },
];
