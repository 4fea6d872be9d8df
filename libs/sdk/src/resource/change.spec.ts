import { openFaultRoom } from '../testing/fault-room';
import { json } from '../testing/fault-server';

const room = openFaultRoom();

it('sends a change again with its token and a fresh key when it is confirmed [SDK-08]', async () => {
  room.server.play(
    json(200, { status: 'confirmation_required', confirm: 'tok' }),
    json(201, { status: 'created', confirm: null }),
  );
  const { judgments } = room.client().namespace('a');
  const change = await judgments.create({ name: 'late' } as never);
  expect(await judgments.confirm(change)).toMatchObject({ status: 'created' });
  const [first, second] = room.server.heard;
  expect(JSON.parse(second?.body ?? '')).toEqual({ name: 'late', confirm: 'tok' });
  expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
});
