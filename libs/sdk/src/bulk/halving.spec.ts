import { JudgmentError } from '../result/api-error';
import { sendHalved } from './halving';

const refusal = (code: string, path?: string) => new JudgmentError('Mend it.', { code, status: 400, path });

it('a refused batch is halved in order until the rows are known, and each half has a name of its own', async () => {
  const sent: [string, string][] = [];
  const refused: string[] = [];
  await sendHalved(['a', 'BAD', 'c', 'd', 'WORSE'], {
    send: (rows, part) => {
      sent.push([part, rows.join('')]);
      return /[A-Z]/.test(rows.join('')) ? Promise.reject(refusal('invalid_request')) : Promise.resolve();
    },
    refuse: (row) => void refused.push(row),
  });
  expect(refused).toEqual(['BAD', 'WORSE']);
  expect(sent).toEqual([
    ['', 'aBADcdWORSE'],
    ['a', 'aBADc'],
    ['aa', 'aBAD'],
    ['aaa', 'a'],
    ['aab', 'BAD'],
    ['ab', 'c'],
    ['b', 'dWORSE'],
    ['ba', 'd'],
    ['bb', 'WORSE'],
  ]);
});

it.each([refusal('invalid_request', 'namespace'), refusal('forbidden'), new TypeError('A fault.')])(
  'what no half would mend is thrown on at once: %s',
  async (error) => {
    let times = 0;
    const refuse = () => undefined;
    const send = () => (times++, Promise.reject(error));
    await expect(sendHalved(['a', 'b'], { send, refuse })).rejects.toBe(error);
    expect(times).toBe(1);
  },
);
