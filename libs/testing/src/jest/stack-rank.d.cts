/** The place of an end-to-end file in the order in which workers open few stacks, from 0. */
export declare function stackRank(path: string, isLong?: boolean): number;
