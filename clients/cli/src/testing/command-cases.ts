import { json } from '@app/sdk/testing';
import { CliRoom } from './cli-room';

/** Words of a command, the request that they send, its body, the reply to it, and what then stands in the output. */
export type CommandCase = [words: string, sent: string, body: object | null, reply: object, shown: string];

/** Says for each case that the command sends that request and shows its reply, and with `--json` the reply itself. */
export function itSendsAndShows(room: CliRoom, cases: readonly CommandCase[]): void {
  it.each(cases)('%s', async (words, sent, body, reply, shown) => {
    // Three: a put of a subscription reads it again.
    room.server.play(...Array.from({ length: 3 }, () => json(200, reply)));
    const { code, out } = await room.terminal.run(words.split(' '));
    expect(code).toBe(0);
    expect(out).toContain(shown);
    const [heard] = room.server.heard;
    expect(`${heard?.method} ${heard?.url}`).toBe(sent.replace(' ', ' /v1'));
    expect(heard?.body ? JSON.parse(heard.body) : null).toEqual(body);
    expect((await room.terminal.run([...words.split(' '), '--json'])).out).toBe(`${JSON.stringify(reply)}\n`);
  });
}
