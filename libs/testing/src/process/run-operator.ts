import { Service } from '@app/contracts';
import { operatorOf } from './definitions';

export interface OperatorReply {
  code: number;
  stdout: string;
}

/** Runs operator's commands one after another in one process, and prints what each said as one JSON line. */
export async function runOperator(service: Service, commands: string[][]): Promise<void> {
  const operate = await operatorOf(service);
  const replies: OperatorReply[] = [];
  const write = process.stdout.write.bind(process.stdout);
  for (const args of commands) {
    const said: string[] = [];
    process.stdout.write = (text: string | Uint8Array) => said.push(String(text)) > 0;
    const code = await operate(args);
    process.stdout.write = write;
    replies.push({ code, stdout: said.join('') });
  }
  process.stdout.write(`${JSON.stringify(replies)}\n`, () => process.exit(0));
}
