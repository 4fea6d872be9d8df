import type { Row } from './summary.cjs';

export declare function slownessOf(rows: readonly Pick<Row, 'seconds' | 'shareS'>[]): number;
export declare function paced<Step extends { command: string[] }>(step: Step, slowness: number): Step;
