export function sqlFolders(root: string): { service: string; folder: string }[];
export function sqlIndexOf(service: string, folder: string): { index: string; version: string };
