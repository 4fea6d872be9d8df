import { Site } from '../case/case';
import { Stack, startStack } from '../stack/stack';

/** The eight services of a checkout as `npm start` leaves them: the example judged by the built-in engine, and nothing sent to them. */
export class IdleSite implements Site {
  private constructor(readonly stack: Stack) {}

  static async open(checkout: string): Promise<IdleSite> {
    return new IdleSite(await startStack(checkout, {}, { isExampleJudged: true }));
  }

  stop(): Promise<void> {
    return this.stack.stop();
  }
}
