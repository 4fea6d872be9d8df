import { ProgressBar } from './progress-bar';

function outputOf(isTTY: boolean) {
  const written: string[] = [];
  return { written, output: { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 } };
}

describe('ProgressBar', () => {
  it('draws one line over and over on a terminal', () => {
    const { written, output } = outputOf(true);
    const bar = new ProgressBar(output);
    bar.show({ phase: 'documents', done: 5, total: 10 });
    bar.show({ phase: 'documents', done: 10, total: 10 });
    bar.end();
    expect(written[0]).toContain(`[${'#'.repeat(16)}${'.'.repeat(16)}] 50 %  5 of 10`);
    expect(written.join('').split('\n')).toHaveLength(2);
  });

  it('writes few plain lines elsewhere, the last one always', () => {
    const { written, output } = outputOf(false);
    let nowMs = 0;
    const bar = new ProgressBar(output, () => nowMs);
    for (let done = 1; done <= 100; done += 1, nowMs += 100) bar.show({ phase: 'judging', done, total: 100 });
    bar.end();
    expect(written.filter((text) => text !== '').length).toBeLessThan(8);
    expect(written.at(-1)).toEqual(expect.stringMatching(/^judging .*100 of 100\n$/));
  });
});
