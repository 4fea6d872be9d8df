import type { Account } from './account.cjs';

export interface PostgresProgram {
  /** Folder of `initdb` and `postgres`. */
  bin: string;
  major: number;
}
export function postgresPrograms(account: Account | undefined): PostgresProgram[];
export function postgresMajor(bin: string): number;
export function natsProgram(more?: string[]): string | undefined;
export function natsVersion(file: string): string;
export function isNatsNewEnough(version: string): boolean;
