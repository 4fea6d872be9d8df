import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { tellSupportDesk } from './scenario/support-desk';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

describe('the support desk', () => tellSupportDesk(() => stack));
