import { HouseDoor, sharedHouse } from '@app/testing';
import { tellSupportDesk } from './story/support-desk';

let house: HouseDoor;
beforeAll(() => {
  house = sharedHouse();
});
afterAll(() => house.leave());

describe('the support desk', () => tellSupportDesk(() => house));
