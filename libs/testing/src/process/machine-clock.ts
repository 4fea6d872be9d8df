const MachineDate = Date;
let offMs = 0;

const now = (): number => MachineDate.now() + offMs;

/** Sets how far the machine's clock is off in this process: `Date` shows it, timers and the monotonic clock do not. */
export function stepMachineClock(ms: number): void {
  offMs = ms;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, given: unknown[], made) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, made) as object,
    apply: () => new MachineDate(now()).toString(),
    get: (target, member) => (member === 'now' ? now : (Reflect.get(target, member) as unknown)),
  });
}
