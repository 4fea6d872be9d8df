import { Component, type ReactNode } from 'react';
import { NotArrived } from './arrival';
import { Refusal } from './refusal';

/** One part's fault does not take the page. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <Refusal error={error} onRetry={() => this.again(error)} />;
  }

  private again(error: unknown): void {
    if (error instanceof NotArrived) globalThis.location.reload();
    else this.setState({ error: null });
  }
}
