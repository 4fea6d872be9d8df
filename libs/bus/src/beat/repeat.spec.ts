import { Problem } from '@app/problem';
import { ErrorCode, NatsError } from 'nats';
import { repeat } from './repeat';
import { OwnerLost } from './silence';

const nobody = NatsError.errorForCode(ErrorCode.NoResponders);
const broken = NatsError.errorForCode(ErrorCode.Disconnect);
const away = new Problem('unavailable', 'The database is not answering; try again shortly.', {}, { retryAfterS: 1 });
const lost = new OwnerLost();

/** What becomes of a request whose tries fail so, one after another, and then succeed; each pause takes its time. */
async function outcomeOf(failures: Error[], { mayRepeat = true, mustBeKnown = false, leftMs = 10_000 } = {}) {
  const call = { leftMs, mustBeKnown };
  let tries = 0;
  const pause = (ms: number): Promise<void> => {
    call.leftMs -= ms;
    return Promise.resolve();
  };
  const send = (): Promise<string> => {
    const failure = failures[tries++];
    return failure ? Promise.reject(failure) : Promise.resolve('answered');
  };
  const ended = await repeat({ call, mayRepeat, onRepeat: () => undefined, pause }, send).catch(
    (error: unknown) => error,
  );
  return { ended, tries };
}

describe('a request whose owner has ended', () => {
  it('is sent again when nothing happens twice, and fails otherwise [defect S-F3]', async () => {
    expect(await outcomeOf([lost, lost])).toEqual({ ended: 'answered', tries: 3 });
    expect(await outcomeOf([lost], { mayRepeat: false })).toEqual({ ended: lost, tries: 1 });
    expect(await outcomeOf([lost], { leftMs: 0 })).toEqual({ ended: lost, tries: 1 });
  });

  it('fails at once when nobody takes it any more, unless its refusal must mean that nothing changed [defect S-F3]', async () => {
    expect(await outcomeOf([lost, nobody])).toEqual({ ended: nobody, tries: 2 });
    const many = [lost, nobody, nobody, broken, away];
    expect(await outcomeOf(many, { mustBeKnown: true })).toEqual({ ended: 'answered', tries: 6 });
    expect(await outcomeOf([broken, nobody], { mustBeKnown: true })).toEqual({ ended: 'answered', tries: 3 });
    const forEver = Array.from({ length: 100 }, () => nobody);
    expect(await outcomeOf([lost, ...forEver], { mustBeKnown: true })).toEqual({ ended: nobody, tries: 41 });
  });

  it('is not asked for again while it is known that nothing changed, or why it was refused', async () => {
    expect(await outcomeOf([nobody], { mustBeKnown: true })).toEqual({ ended: nobody, tries: 1 });
    expect(await outcomeOf([away], { mustBeKnown: true })).toEqual({ ended: away, tries: 1 });
    const refused = new Problem('conflict', 'It is there already.');
    expect(await outcomeOf([lost, refused], { mustBeKnown: true })).toEqual({ ended: refused, tries: 2 });
  });
});
