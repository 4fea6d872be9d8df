/** The limit that holds on any machine, for one in milliseconds that holds on two quiet cores. */
export declare function patient(ms: number): number;
