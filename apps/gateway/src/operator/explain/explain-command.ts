import { Explained, partsOf } from './parts';
import { printPart } from './printed';
import { OperatorBus } from './operator-bus';

/** Asks every part at once. @returns what the operator reads */
export async function explainWith(bus: OperatorBus, explained: Explained): Promise<string> {
  return (await Promise.all(partsOf(bus, explained).map(printPart))).join('\n');
}

/** Connects to the bus as the user `operator`, and explains. @throws Error in one sentence when the bus does not let it in */
export async function explain(explained: Explained): Promise<string> {
  const bus = await OperatorBus.open();
  try {
    return await explainWith(bus, explained);
  } finally {
    await bus.close();
  }
}
