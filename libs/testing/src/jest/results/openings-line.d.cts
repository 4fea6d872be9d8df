/** What a run says of the stacks that its keepers noted in a file, each by the file that needed it; undefined without a file. */
export declare function openingsLine(path: string): string | undefined;
