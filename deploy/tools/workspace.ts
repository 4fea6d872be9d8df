import { resolve } from 'node:path';

/** Root of the checkout. */
export const workspaceRoot = resolve(__dirname, '../..');
