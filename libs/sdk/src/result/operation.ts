import type { Answer } from './meta';

/** A call that begins when it is awaited, and runs once. */
export class Operation<T> implements PromiseLike<T> {
  private begun: Promise<Answer<T>> | undefined;

  constructor(private readonly run: () => Promise<Answer<T>>) {}

  /** The data with what the reply says beside it. */
  withMeta(): Promise<Answer<T>> {
    // A fault of the arguments is raised where the call is awaited, like every other.
    this.begun ??= Promise.resolve().then(this.run);
    return this.begun;
  }

  then<R = T, E = never>(
    onDone?: ((value: T) => R | PromiseLike<R>) | null,
    onFailed?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    return this.withMeta()
      .then(({ data }) => data)
      .then(onDone, onFailed);
  }

  catch<E = never>(onFailed?: ((reason: unknown) => E | PromiseLike<E>) | null): Promise<T | E> {
    return this.then(undefined, onFailed);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then().finally(onEnd);
  }
}
