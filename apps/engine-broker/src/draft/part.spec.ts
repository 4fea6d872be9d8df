import { WriteParts } from '@app/contracts/engines';
import { partsOf, promptOfParts } from './part';

const request: WriteParts = { question: 'Will it churn?', criteria: null, asked: ['Did they complain?'], count: 3 };

describe('promptOfParts', () => {
  it('sends the members of the request and nothing else [DRF-02]', () => {
    const { system, user } = promptOfParts({ ...request, namespace: 'acme/prod' } as WriteParts);
    expect(JSON.parse(user)).toEqual(request);
    expect(promptOfParts({ ...request, question: 'Other?' }).system).toBe(system);
  });
});

describe('partsOf', () => {
  it('takes readable parts, no name or question twice, none that is asked already, and no more than asked for [ALT-46]', () => {
    const parts = [
      { name: 'angry', question: ' Is the customer angry? ', weight: 1 },
      { name: 'angry', question: 'Is anybody angry?' },
      { name: 'furious', question: 'Is the customer angry?' },
      { name: 'complained', question: 'Did they complain?' },
      { name: 'has a space', question: 'Is it urgent?' },
      { name: 'empty', question: ' ' },
      { name: 'long', question: 'x'.repeat(8_001) },
      'angry',
      { name: 'price', question: 'Do they speak of the price?' },
      { name: 'quiet', question: 'Did they stop writing?' },
      { name: 'fourth', question: 'One more?' },
    ];
    expect(partsOf({ parts }, request)).toEqual([
      { name: 'angry', question: 'Is the customer angry?' },
      { name: 'price', question: 'Do they speak of the price?' },
      { name: 'quiet', question: 'Did they stop writing?' },
    ]);
    expect(partsOf({ parts: { name: 'angry' } }, request)).toEqual([]);
  });
});
