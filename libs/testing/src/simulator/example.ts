import type { SystemOneRequest } from '@typesafe-ai/sdk';

/** The text requests of docs/engines.md#jev; that they satisfy the vendor's own types is checked by the compiler. */
export const examples = {
  bool: {
    model: 'jev-1.13.0',
    state: { ticket: 'Box arrived crushed, lamp in two pieces.' },
    questions: {
      q0: {
        type: 'noul',
        instructions: 'Was the item damaged on arrival?',
        criteria: { true: 'damage is described', false: 'no damage is described' },
      },
    },
  },
  choice: {
    model: 'jev-1.13.0',
    state: 'Box arrived crushed, lamp in two pieces. Please send another.',
    questions: {
      q0: {
        type: 'choice',
        instructions: 'What does the customer want?',
        criteria: { o0: 'money back', o1: 'a replacement', o2: 'none of the other options fits' },
      },
    },
  },
  score: {
    model: 'jev-1.13.0',
    state: 'Third broken lamp. I am done with you.',
    questions: {
      q0: {
        type: 'score',
        instructions: 'How upset is the customer?',
        criteria: ['calm', 'mildly annoyed', 'clearly annoyed', 'furious'],
      },
    },
  },
  several: {
    model: 'jev-1.13.0',
    state: { ticket: 'Third broken lamp. Refund me.', plan: 'pro' },
    questions: {
      q0: { type: 'noul', instructions: 'Is a refund asked for?' },
      q1: {
        type: 'choice',
        instructions: 'Which team?',
        criteria: { o0: 'billing', o1: 'shipping', o2: 'none of the other options fits' },
      },
      q2: { type: 'score', instructions: 'Urgency', criteria: ['can wait', 'this week', 'today'] },
    },
  },
} satisfies Record<string, SystemOneRequest>;

/** The text requests of docs/engines.md#gpt-6-luna. */
export const decisionExamples = {
  bool: {
    model: 'gpt-6-luna',
    input: 'Box arrived crushed, lamp in two pieces.',
    questions: [{ type: 'predicate', name: 'q0', instructions: 'Was the item damaged on arrival? Yes means damage.' }],
  },
  choice: {
    model: 'gpt-6-luna',
    input: 'Box arrived crushed. Please send another.',
    questions: [
      {
        type: 'choice',
        name: 'q0',
        instructions: 'What does the customer want?',
        choices: [
          { value: 'o0', description: 'money back' },
          { value: 'o1', description: 'a replacement' },
          { value: 'o2', description: 'none of the other options fits' },
        ],
      },
    ],
  },
  score: {
    model: 'gpt-6-luna',
    input: 'Third broken lamp. I am done with you.',
    questions: [
      {
        type: 'score',
        name: 'q0',
        instructions: 'How upset is the customer?',
        levels: [
          { label: 'calm' },
          { label: 'mild', description: 'mildly annoyed' },
          { label: 'clear', description: 'clearly annoyed' },
          { label: 'furious' },
        ],
      },
    ],
  },
  several: {
    model: 'gpt-6-luna',
    input: [{ role: 'user', content: [{ type: 'input_json', data: { ticket: 'Third broken lamp.', plan: 'pro' } }] }],
    questions: [
      { type: 'predicate', name: 'q0', instructions: 'Is a refund asked for?' },
      { type: 'predicate', instructions: 'Is a health condition mentioned?' },
    ],
    safety_identifier: 't-5f1c',
  },
} as const;
