import { EngineFailure } from '../failure/failure';
import { RefusedMembers } from './refused-members';

it('sends each of several requests again that were refused together for one member', () => {
  const refused = new RefusedMembers({ temperature: null });
  const body = { model: 'm', temperature: 0 };
  const refusal = () => new EngineFailure('bad_request', "Unsupported value: 'temperature'", { status: 400 });
  expect([refused.note(refusal(), body), refused.note(refusal(), body)]).toEqual([true, true]);
  expect(refused.leaveOut(body)).toEqual({ model: 'm' });
  expect(refused.note(refusal(), refused.leaveOut(body))).toBe(false);
});
