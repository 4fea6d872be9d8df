import { Call } from '@app/bus';
import { fullOf } from '@app/problem';
import { sendPatiently } from './patiently';

const busy = fullOf('documents.fetch', 'busy', 1);

describe('a request that another service has too many of', () => {
  it('is sent again until it is answered [defect J-13]', async () => {
    let left = 2;
    const send = async (): Promise<string> => {
      if (left-- > 0) throw busy;
      return 'answered';
    };
    expect(await sendPatiently(Call.within(10_000), send)).toBe('answered');
    expect(left).toBe(-1);
  });

  it('fails when its time is over, and at once after any other failure [defect J-13]', async () => {
    let sent = 0;
    const send = (error: Error) => () => {
      sent += 1;
      return Promise.reject(error);
    };
    await expect(sendPatiently(Call.within(0), send(busy))).rejects.toBe(busy);
    await expect(sendPatiently(Call.within(10_000), send(new Error('defect')))).rejects.toThrow('defect');
    expect(sent).toBe(2);
  });
});
