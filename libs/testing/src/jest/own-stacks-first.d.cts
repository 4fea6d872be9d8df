interface Ordered {
  path: string;
}
declare class OwnStacksFirst {
  static opensOwnStack(path: string): boolean;
  constructor(options: object);
  sort<T extends Ordered>(tests: T[]): Promise<T[]>;
}
export = OwnStacksFirst;
