import { Service } from '@app/contracts';
import { operatorOf } from './definitions';

export interface OperatorReply {
  code: number;
  stdout: string;
  /** Left out by the bundle of the previous version. */
  stderr?: string;
}

/** Runs operator's commands one after another in one process, and prints what each said as one JSON line. */
export async function runOperator(service: Service, commands: string[][]): Promise<void> {
  const replies = await repliesTo(service, commands);
  process.stdout.write(`${JSON.stringify(replies)}\n`, () => process.exit(0));
}

/**
 * Runs the commands of each message of the parent, one message after another, and sends back what they said, until the
 * parent ends the process or is gone. A process for each message would load the bundle each time.
 */
export function runKeptOperator(service: Service): void {
  process.once('disconnect', () => process.exit(0));
  let last = Promise.resolve();
  process.on('message', (commands: string[][]) => {
    last = last.then(async () => void process.send?.(await repliesTo(service, commands)));
  });
}

async function repliesTo(service: Service, commands: string[][]): Promise<OperatorReply[]> {
  const operate = await operatorOf(service);
  const replies: OperatorReply[] = [];
  for (const args of commands) {
    const [stdout, stderr] = [listenTo(process.stdout), listenTo(process.stderr)];
    const code = await operate(args);
    replies.push({ code, stdout: stdout.end(), stderr: stderr.end() });
  }
  return replies;
}

/** Keeps what is written to a stream, in place of the stream. */
function listenTo(stream: NodeJS.WriteStream): { end(): string } {
  const write = stream.write.bind(stream);
  const said: string[] = [];
  stream.write = (text: string | Uint8Array) => said.push(String(text)) > 0;
  return {
    end() {
      stream.write = write;
      return said.join('');
    },
  };
}
