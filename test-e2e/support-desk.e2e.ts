import { HouseDoor, openLimitMs, sharedHouse } from '@app/testing/stack';
import { tellSupportDesk } from './story/support-desk';

let house: HouseDoor;
beforeAll(async () => {
  house = await sharedHouse();
}, openLimitMs);
afterAll(() => house?.leave());

describe('the support desk', () => tellSupportDesk(() => house));
