import { Injectable } from '@nestjs/common';

/** Tells this process that a commit has added related changes, so that none waits for the next look. */
@Injectable()
export class RelatedSignal {
  private wake: () => void = () => undefined;

  onChanges(wake: () => void): void {
    this.wake = wake;
  }

  /** Signals a commit that has happened. */
  changed(): void {
    this.wake();
  }
}
