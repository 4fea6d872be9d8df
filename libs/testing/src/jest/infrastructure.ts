import type { TestInfrastructure } from '@app/servers';

// Set-up and tear-down of Jest are two modules of one process: this is what one leaves for the other.
let running: TestInfrastructure[] = [];

export function setInfrastructure(started: TestInfrastructure[]): void {
  running = started;
}

export async function stopInfrastructure(): Promise<void> {
  await Promise.all(running.map((one) => one.stop()));
  running = [];
}
