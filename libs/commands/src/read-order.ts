import { CommanderError, type Command } from 'commander';
import { type Commands, commandTree } from './command-tree';
import { EXIT } from './exit-code';

/** Words that name no order. The message is for the person who typed them: a sentence, a usage, or the help they asked for. */
export class UnreadableCommand extends Error {
  constructor(
    message: string,
    /** 0 when the words asked for help, else 2. */
    readonly exitCode: typeof EXIT.done | typeof EXIT.usage = EXIT.usage,
  ) {
    super(message);
  }
}

/** Lets commander turn a command's options and arguments into an order. `read` may throw UnreadableCommand. */
export type OrderReader<Order> = <O extends object, A extends unknown[]>(
  read: (options: O, ...args: A) => Order,
) => (...given: unknown[]) => void;

/** The same commands, read into what `make` makes of their orders. */
export function mapped<A, B>(table: Commands<OrderReader<A>>, make: (order: A) => B): Commands<OrderReader<B>> {
  return (tree, run) => {
    const runMade = <O extends object, Given extends unknown[]>(read: (options: O, ...args: Given) => A) =>
      run((options: O, ...args: Given) => make(read(options, ...args)));
    table(tree, runMade);
  };
}

/**
 * Reads a command line into an order without carrying it out.
 * @param name of the program, as its help shows it
 * @throws UnreadableCommand when the words name no order or ask for help
 */
export function readOrder<Order>(
  name: string,
  tables: readonly Commands<OrderReader<Order>>[],
  words: readonly string[],
): Order {
  const said: string[] = [];
  const write = (text: string): void => void said.push(text);
  const tree = commandTree(name, { out: write, err: write }).showHelpAfterError();
  const read: { order: Order }[] = [];
  const run: OrderReader<Order> =
    (toOrder) =>
    (...given) => {
      // Commander passes the arguments, then the options and the command.
      const options = (given.at(-1) as Command).opts();
      const work = toOrder as unknown as (options: object, ...args: unknown[]) => Order;
      read.push({ order: work(options, ...given.slice(0, -2)) });
    };
  for (const add of tables) add(tree, run);
  try {
    tree.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new UnreadableCommand(said.join('').trimEnd(), error.exitCode === 0 ? EXIT.done : EXIT.usage);
  }
  const [found] = read;
  if (!found) throw new UnreadableCommand(tree.helpInformation().trimEnd());
  return found.order;
}
