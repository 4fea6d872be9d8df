declare function endStack(): Promise<void>;
export = endStack;
