/** The account that Postgres runs as; undefined means the one we run as. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}
export function lentAccount(): Account | null | undefined;
export function canEnter(folder: string, account: Account | undefined): boolean;
export function own(path: string, account: Account | undefined): void;
export function asAccount(account: Account | undefined): { uid?: number; gid?: number };
