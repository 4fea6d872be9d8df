import { optional, number, path } from '../starter/placeholder';
import type { Starter } from '../starter/starter';

const message = path('message', 'state.message', 'The text to look at.');

export const riskStarters: readonly Starter[] = [
  {
    id: 'risk.spam',
    title: 'Spam or scam',
    summary: 'Whether a message is unsolicited advertising, phishing or a scam.',
    placeholders: [message, optional(path('sender', 'attributes.sender', 'Who sent it.'))],
    definition: {
      type: 'bool',
      question: 'Is this message spam, phishing or a scam?',
      criteria: {
        true: 'Unsolicited advertising, lottery, prize or casino offers, phishing for passwords.',
        false: 'An ordinary message between people or from a known service.',
      },
      context: { fields: ['{message}', '{sender}'] },
      thresholds: { hide: 0.9, review: 0.5 },
    },
    outcomes: { implicit: { after: '14d' } },
    sample: {
      attributes: { sender: 'prize@lottery.example' },
      state: { message: 'Winner! You won the casino lottery prize. Claim your unsolicited prize today.' },
      expected: true,
    },
  },
  {
    id: 'risk.legal_threat',
    title: 'Legal threat',
    summary: 'Whether somebody threatens with a lawyer, a lawsuit or an authority.',
    placeholders: [message],
    definition: {
      type: 'bool',
      question: 'Does the writer threaten to sue or to call a lawyer?',
      criteria: 'A lawyer, a court, a lawsuit or an authority is named as a next step.',
      context: { fields: ['{message}'] },
      thresholds: { legal: 0.4 },
    },
    outcomes: {},
    sample: {
      attributes: {},
      state: {
        message: 'My lawyer will write to you tomorrow. Pay, or we sue and see you in court.',
      },
      expected: true,
    },
  },
  {
    id: 'risk.payment_risk',
    title: 'Risk of a payment',
    summary: 'How risky a payment looks by what is known of it.',
    placeholders: [
      path('note', 'state.note', 'Remarks on the payment or its order.'),
      optional(path('amount', 'attributes.amount', 'The amount.')),
      optional(path('country', 'attributes.country', "The payer's country.")),
    ],
    definition: {
      type: 'score',
      question: 'How risky is this payment?',
      levels: [
        { value: 1, description: 'Good: paid before, everything perfect and as always' },
        { value: 2, description: 'Acceptable, with a detail that is odd' },
        { value: 3, description: 'Problem: several details are strange or wrong' },
        { value: 4, description: 'Terrible: a scam, chargeback or failed identity' },
      ],
      context: { fields: ['{note}', '{amount}', '{country}'] },
      thresholds: { hold: { field: 'score', gte: 3 } },
    },
    outcomes: {},
    sample: {
      attributes: { amount: 1800, country: 'XX' },
      state: { note: 'Chargeback on the last order, card failed twice, wrong address. Looks like a scam, terrible.' },
      expected: 'high',
    },
  },
  {
    id: 'risk.overdue',
    title: 'Will be paid late',
    summary: 'Whether an open invoice is likely to be paid late.',
    placeholders: [
      path('note', 'state.note', 'What the customer said about paying.'),
      path('open_days', 'attributes.open_days', 'Days since the invoice was sent.'),
      number('term_days', 30, 'Days within which you expect to be paid.'),
    ],
    definition: {
      type: 'bool',
      question: 'Will this invoice be paid late, that is more than {term_days} days after it was sent?',
      context: { fields: ['{note}', '{open_days}'] },
      horizon: '30d',
      thresholds: { remind: 0.5 },
    },
    outcomes: { implicit: { after: '45d' } },
    sample: {
      attributes: { open_days: 41 },
      state: { note: 'Payment of the invoice is overdue, the customer says it is delayed again.' },
      expected: true,
    },
  },
];
