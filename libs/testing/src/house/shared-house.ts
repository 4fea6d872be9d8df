import { json, readConfig } from '@app/config';
import { HouseAddresses, HouseDoor } from './door';

/** Doors of the one house that Jest's project `e2e` opened for all ordinary stories. */
export function sharedHouse(): HouseDoor {
  const check = (value: unknown): HouseAddresses => value as HouseAddresses;
  const { at } = readConfig({ at: json('E2E_HOUSE', { meaning: 'the house that the set-up opened', check }) });
  return new HouseDoor(at);
}
