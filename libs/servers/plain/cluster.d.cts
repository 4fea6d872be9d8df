import type { Account } from './account.cjs';

export function makeFolder(folder: string): string;
export function dataFolder(stateDir: string, account: Account | undefined): string;
export function clusterMajor(dataDir: string): number | undefined;
export function makeCluster(
  place: { bin: string; dataDir: string; account?: Account },
  password: string,
): string | undefined;
