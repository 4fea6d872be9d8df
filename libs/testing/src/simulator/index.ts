export { defaultConfig, demoRules } from './config';
export type { BonusRule, FaultRule, Latency, Rounding, Script, SimConfig } from './config';
export type { SimClock } from './clock';
export { faultAsk, faultTable, faultsOf } from './faults';
export type { FaultRow, OnTheWire } from './faults';
export type { LoggedRequest } from './request-log';
export { startSim } from './simulator';
export type { Sim } from './simulator';
