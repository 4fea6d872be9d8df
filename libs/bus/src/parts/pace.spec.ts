import { OutgoingReply } from './outgoing';
import { answersBetween, longestWaitMs } from './pace';
import { PartTurns } from './part-turns';
import { partBytes } from './wire';

/** A process that sends a reply of many parts, each of which arrives at once, on a clock of its own. */
function sending(...organizations: string[]) {
  const turns = new PartTurns();
  let nowMs = 1000;
  for (const [id, organization] of organizations.entries())
    turns.join(
      new OutgoingReply({ inbox: 'i', id }, organization, Buffer.alloc(200 * partBytes), Date.now() + 60_000, 0),
    );
  /** Sends what may leave now. @returns how many parts that were, at most 50 */
  const sent = (): number => {
    for (let parts = 0; parts < 50; parts++) {
      const reply = turns.next(nowMs);
      if (!reply) return parts;
      reply.next(nowMs);
      reply.hear(reply.bytes - reply.held + reply.underWay, nowMs);
    }
    return 50;
  };
  return {
    sent,
    waitMs: () => turns.waitMs(nowMs),
    answer: (organization: string, times = 1) => {
      for (let n = 0; n < times; n++) turns.note(organization, nowMs);
    },
    pass: (ms: number) => (nowMs += ms),
  };
}

describe('the pace of parts', () => {
  it('is one part for four answers to others [S-F4]', () => {
    const { sent, waitMs, answer } = sending('large');
    answer('small');
    expect(sent()).toBe(1);
    for (let round = 0; round < 5; round++) {
      answer('small', answersBetween - 1);
      expect([sent(), waitMs()]).toEqual([0, longestWaitMs]);
      answer('small');
      expect([waitMs(), sent()]).toEqual([0, 1]);
    }
  });

  it('is one part each 10 ms beside others who ask for little [S-F4]', () => {
    const { sent, answer, pass } = sending('large');
    for (let ms = 0; ms < 100; ms += longestWaitMs) {
      answer('small');
      expect(sent()).toBe(1);
      pass(longestWaitMs);
    }
  });

  it('is not held up by requests of the organization itself, nor by large replies of others, nor once others are quiet', () => {
    const own = sending('large');
    own.answer('large', 100);
    expect(own.sent()).toBe(50);
    expect(sending('large', 'larger').sent()).toBe(50);
    const quiet = sending('large');
    quiet.answer('small');
    expect(quiet.sent()).toBe(1);
    quiet.pass(21);
    expect(quiet.sent()).toBe(50);
  });
});
