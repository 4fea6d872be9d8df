import { OutgoingReply } from './outgoing';
import { PartTurns, mostUnderWay } from './part-turns';
import { partBytes } from './wire';

let last = 0;
const replyOf = (organization: string, bytes: number): OutgoingReply =>
  new OutgoingReply({ inbox: 'i', id: (last += 1) }, organization, Buffer.alloc(bytes), Date.now() + 60_000, 0);

/** Sends as the process does; every part arrives at once unless `arrives` is false. @returns bytes by organization, turn by turn */
function send(turns: PartTurns, parts: number, arrives = true): [string, number][] {
  const sent: [string, number][] = [];
  for (let n = 0; n < parts; n++) {
    const reply = turns.next(0);
    if (!reply) return sent;
    sent.push([String(reply.organization), reply.nextBytes]);
    reply.next(0);
    if (arrives) reply.hear(reply.bytes - reply.held + reply.underWay, 0);
    if (reply.isSent) turns.leave(reply);
  }
  return sent;
}

const bytesOf = (sent: [string, number][], organization: string): number =>
  sent.reduce((sum, [of, bytes]) => (of === organization ? sum + bytes : sum), 0);

describe('the turns of parts', () => {
  it('are shared by organizations and not by replies, in bytes [S-F4]', () => {
    const turns = new PartTurns();
    for (let n = 0; n < 8; n++) turns.join(replyOf('busy', 8 * partBytes));
    turns.join(replyOf('calm', 8 * partBytes));
    const sent = send(turns, 16);
    expect([bytesOf(sent, 'busy'), bytesOf(sent, 'calm')]).toEqual([8 * partBytes, 8 * partBytes]);
  });

  it('give as many bytes to an organization whose parts are small [S-F4]', () => {
    const turns = new PartTurns();
    for (let n = 0; n < 80; n++) turns.join(replyOf('small', partBytes / 4));
    turns.join(replyOf('large', 20 * partBytes));
    const sent = send(turns, 50);
    expect(bytesOf(sent, 'small')).toBe(bytesOf(sent, 'large'));
  });

  it('pass over an organization that has 4 MiB under way, until some of it arrives [S-F4]', () => {
    const turns = new PartTurns();
    const replies = Array.from({ length: 12 }, () => replyOf('slow', 8 * partBytes));
    replies.forEach((reply) => turns.join(reply));
    const underWay = bytesOf(send(turns, 1000, false), 'slow');
    expect(underWay).toBeLessThanOrEqual(mostUnderWay);
    expect(underWay).toBeGreaterThan(mostUnderWay - partBytes);
    turns.join(replyOf('other', partBytes));
    expect(send(turns, 10, false)).toEqual([['other', partBytes]]);
    replies[0].hear(partBytes, 0);
    expect(send(turns, 10, false)).toEqual([['slow', partBytes]]);
  });
});
