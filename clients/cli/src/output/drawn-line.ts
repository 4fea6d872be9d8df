import { ProgressLine } from '@app/progress';
import type { World } from '../world/world';
import { visible } from './visible';

/** A line of progress on stderr. */
export class DrawnLine {
  private readonly line: ProgressLine;

  constructor(private readonly world: Pick<World, 'stderr' | 'nowMs'>) {
    const { stderr, nowMs } = world;
    this.line = new ProgressLine(stderr, { nowMs: () => nowMs(), drawEveryMs: 200, plainEveryMs: 5_000 });
  }

  async draw(text: string): Promise<void> {
    await this.write(this.line.draw(visible(text)));
  }

  /** Prints a line in the place of the one that is drawn. */
  async finish(text: string): Promise<void> {
    await this.write(this.line.finish(visible(text)));
  }

  private async write(text: string): Promise<void> {
    if (text !== '') await this.world.stderr.write(text);
  }
}
