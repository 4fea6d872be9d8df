import { messageOf } from '@app/servers';
import type { Ready } from './ready-file';
import { renderJudged } from './summary';

export interface ExampleRun {
  ready: Ready;
  /** Loads and judges the example. @returns its namespace */
  judge(): Promise<string>;
  /** Changes something and waits for what follows from it. @returns a sentence about it */
  change(namespace: string): Promise<string | null>;
  /** Tells scripts. */
  write(ready: Ready): void;
  /** Tells people. */
  say(text: string): void;
  /** A run that ends because everything is stopped is no failure: the next start judges the example again. */
  isStopping(): boolean;
}

/** Judges the example of a service that runs already. The service needs no example: when it fails, the terminal says why and nothing stops. */
export async function runExample({ ready, judge, change, write, say, isStopping }: ExampleRun): Promise<void> {
  let outcome: Ready = { ...ready, example: 'failed' };
  try {
    const namespace = await judge();
    outcome = { ...ready, example: 'judged', example_namespace: namespace };
    const sentence = await change(namespace);
    if (sentence !== null) say(sentence);
    say(renderJudged(outcome, namespace));
  } catch (error) {
    if (isStopping()) return;
    say(`${messageOf(error)}\nThe services go on.`);
  }
  write(outcome);
}
