import { openHouse } from './house';
import type { HouseAddresses } from './door';

/** A house for Jest: says its addresses to the parent, and ends with it. */
export async function runHouse(): Promise<void> {
  const house = await openHouse({ name: 'shared' });
  const close = (): void => void house.close().then(() => process.exit(0));
  process.once('disconnect', close);
  process.once('SIGTERM', close);
  const opened: { opened: HouseAddresses } = { opened: house.at };
  process.send?.(opened);
}
