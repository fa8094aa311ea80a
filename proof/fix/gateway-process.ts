import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { repositoryRoot } from '../harness/server-process.ts'

/** A separate gateway process, started as by an operator. */
export interface GatewayProcess {
  /** The port on which it listens. */
  readonly port: number
  readonly pid: number
  /** Ends it with SIGKILL. */
  kill(): Promise<void>
  /** Ends it with SIGTERM. Throws if the exit code is not 0. */
  stop(): Promise<void>
}

/** Starts a gateway and waits until it listens. */
export async function startGatewayProcess(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<GatewayProcess> {
  const child = spawn(process.execPath, [join(repositoryRoot, 'gateway/main.mjs'), ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, FIX_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const port = await new Promise<number>((resolve, reject) => {
    if (!child.stdout) throw new Error('the gateway has no output')
    createInterface(child.stdout).on('line', (line) => {
      const [, listening] = /listens on \S+:(\d+) /.exec(line) ?? []
      if (listening) resolve(Number(listening))
    })
    void exited.then((code) => reject(new Error(`the gateway ended with ${code}`)))
  })
  return {
    port,
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      const code = await exited
      if (code !== 0) throw new Error(`the gateway ended with ${code}`)
    },
  }
}
