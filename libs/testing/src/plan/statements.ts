import { Client, QueryConfig } from 'pg';

/** A statement as it went to the server. */
export interface SentStatement {
  /** Left out for a statement that is not prepared. */
  name?: string;
  text: string;
  values: unknown[];
}

/** The statements that all connections of this process send while some work is done, in their order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const proto = Client.prototype as unknown as { query: (config: unknown, ...others: unknown[]) => unknown };
  const { query } = proto;
  proto.query = function (this: Client, config, ...others) {
    if (typeof config === 'object') {
      const { name, text, values = [] } = config as QueryConfig<unknown[]>;
      sent.push({ ...(name && { name }), text, values });
    }
    return query.call(this, config, ...others);
  };
  try {
    await work();
  } finally {
    proto.query = query;
  }
  return sent;
}
