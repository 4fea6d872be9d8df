import { stopInfrastructure } from './infrastructure';

export default async function globalTeardown(): Promise<void> {
  await stopInfrastructure();
}
