import { armKillPoints } from '@app/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectGarbage } from './garbage';
import { stepMachineClock } from './machine-clock';
import { FromService, KillOrder, ToService } from './protocol';

/** Obeys the stack: at an armed point it first tells that it was reached, then dies, waits or throws. */
export class KillOrders {
  private readonly orders = new Map<string, KillOrder & { times: number }>();

  constructor(private readonly channel: NodeJS.Process) {
    armKillPoints((point) => this.reached(point));
    channel.on('message', (message: ToService) => void this.receive(message));
  }

  private async receive(message: ToService): Promise<void> {
    if ('disarm' in message) {
      this.orders.clear();
      return this.tell({ disarmed: true });
    }
    if ('stepClock' in message) {
      stepMachineClock(message.stepClock);
      return this.tell({ stepped: message.stepClock });
    }
    if ('collectGarbage' in message) {
      collectGarbage();
      return this.tell({ collected: true });
    }
    this.orders.set(message.arm.point, { ...message.arm, times: 0 });
    return this.tell({ armed: message.arm.point });
  }

  private reached(point: string): void | Promise<void> {
    const order = this.orders.get(point);
    if (!order) return;
    order.times += 1;
    if (order.times < (order.nth ?? 1)) return;
    return this.act(order);
  }

  private async act({ point, mode, ms = 0 }: KillOrder): Promise<void> {
    await this.tell({ reached: point });
    if (mode === 'kill') {
      this.channel.kill(this.channel.pid, 'SIGKILL');
      await new Promise(() => undefined); // not one statement more
    }
    if (mode === 'delay') await sleep(ms);
    if (mode === 'fail') throw new Error(`Planted at ${point}.`);
  }

  private tell(message: FromService): Promise<void> {
    return new Promise((resolve) => {
      if (this.channel.send) this.channel.send(message, undefined, undefined, () => resolve());
      else resolve();
    });
  }
}
