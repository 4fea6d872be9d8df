import { judgedText } from './judged-text';

it('says how far judging is, and where to look when it failed [JOB-07] [DASH-06]', () => {
  const text = (status: string) => judgedText({ status, progress: { done: 12, total: 1_060 } });
  expect(['queued', 'running', 'done', 'failed'].map(text)).toEqual([
    'Judging begins soon.',
    'Judging: 12 of 1,060 documents.',
    'Judged 12 of 1,060 documents.',
    'Judging ended after 12 of 1,060 documents; Jobs says why.',
  ]);
});
