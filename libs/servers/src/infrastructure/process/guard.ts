import { spawn } from 'node:child_process';

/**
 * Servers must not outlive us, also when we are killed with SIGKILL: a shell waits on a pipe that only we hold open, and
 * then stops what still runs. Pid files and ids of containers say what that is, so a server that was restarted meanwhile is
 * met too. All of them are read at once, before waiting, so that the servers of a quick next start are not taken for ours.
 */
const script = `
cat > /dev/null
pid() { [ -f "$1" ] && head -n 1 "$1"; }
end() { # pid, word of the command line, signal
  [ -n "$1" ] || return 0
  if [ -r "/proc/$1/cmdline" ]; then said=$(tr '\\0' ' ' < "/proc/$1/cmdline"); else said=$(ps -p "$1" -o args= 2>/dev/null); fi
  case "$said" in *"$2"*) kill "-$3" "$1" 2>/dev/null ;; *) return 0 ;; esac
  i=0; while [ $i -lt 100 ] && kill -0 "$1" 2>/dev/null; do sleep 0.1; i=$((i+1)); done
}
remove() { # id of a container
  [ -n "$1" ] || return 0
  docker stop -t 20 "$1" >/dev/null 2>&1
  docker rm --force --volumes "$1" >/dev/null 2>&1
}
natsbox=$(pid "$1/nats.cid"); postgresbox=$(pid "$1/postgres.cid")
nats=$(pid "$1/nats.pid"); postgres=$(pid "$1/postgres/postmaster.pid")
end "$nats" "$1" TERM
end "$postgres" "$1" INT
remove "$natsbox"
remove "$postgresbox"
[ -n "$2" ] || exit 0
[ -f "$1/volumes" ] && while read -r volume; do docker volume rm --force "$volume" >/dev/null 2>&1; done < "$1/volumes"
rm -rf "$1"
exit 0
`;

export interface Guard {
  /** Lets the guard do its work now; resolves when it is done. */
  release(): Promise<void>;
}

/**
 * @param folder of nats.pid and postgres/postmaster.pid, or of nats.cid and postgres.cid; the files may come later
 * @param isThrowAway the folder is deleted in the end, with its volumes (`volume.ts`)
 */
export function startGuard(folder: string, isThrowAway: boolean): Guard {
  const child = spawn('/bin/sh', ['-c', script, 'guard', folder, isThrowAway ? 'throw away' : ''], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: process.env,
  });
  const done = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.unref();
  const { stdin } = child;
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return {
    async release() {
      child.ref();
      stdin?.end();
      await done;
    },
  };
}
