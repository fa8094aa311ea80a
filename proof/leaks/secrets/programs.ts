import { type ChildProcess, spawn } from 'node:child_process'
import { createConnection } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { SearchedLocation } from './search.ts'

const server = fileURLToPath(new URL('../../../server/main.mjs', import.meta.url))
const cli = fileURLToPath(new URL('../../../cli/aitai.mjs', import.meta.url))

/** The output of programs by name. All of it is searched at the end. */
export class ProgramOutputs {
  readonly #output = new Map<string, Buffer[]>()

  record(location: string, output: Buffer): void {
    this.#output.set(location, [...(this.#output.get(location) ?? []), output])
  }

  locations(): SearchedLocation[] {
    return [...this.#output].map(([name, parts]) => ({ name, text: Buffer.concat(parts).toString('latin1') }))
  }
}

export interface RunningProgram {
  readonly url: string
  /** Ends it and returns its exit code. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Starts the server as an operator does, and waits until it is ready. */
export async function startProgram(
  env: Readonly<Record<string, string>>,
  outputs: ProgramOutputs,
): Promise<RunningProgram> {
  const child = spawn(process.execPath, [server], { env: { PATH: process.env.PATH, ...env } })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = await addressOf(child, outputs)
  return {
    url,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

function addressOf(child: ChildProcess, outputs: ProgramOutputs): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => {
        outputs.record('log', part)
        output += part
        const url = /ready at (\S+)/.exec(output)?.[1]
        if (url) resolve(url)
      })
    child.once('close', (code) => reject(new Error(`the server ended with ${code}: ${output.slice(-2_000)}`)))
  })
}

/** A command as an operator types it. */
export interface CliCommand {
  /** The name of the command, under which its output is searched. */
  readonly name: string
  readonly words?: readonly string[]
  readonly input?: string
  /** The expected exit code; 0 if missing. */
  readonly code?: number
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a command and returns its standard output. Throws if the exit code is not the expected one. */
export function runCliCommand(
  env: Readonly<Record<string, string>>,
  outputs: ProgramOutputs,
  { name, words = [], input = '', code = 0, env: more = {} }: CliCommand,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...name.split(' '), ...words], {
      env: { PATH: process.env.PATH, ...env, ...more },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (part: Buffer) => {
      outputs.record(`aitai ${name}`, part)
      out += part
    })
    child.stderr.on('data', (part: Buffer) => {
      outputs.record(`aitai ${name}`, part)
      err += part
    })
    child.once('error', reject)
    child.once('close', (ended) =>
      ended === code ? resolve(out) : reject(new Error(`aitai ${name} ended with ${ended}: ${err}${out}`)),
    )
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** Sends bytes, which need not be HTTP, and returns the response once the connection is closed. */
export function sendBytes(url: string, bytes: string, andThen: 'listen' | 'cut' = 'listen'): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = createConnection(Number(port), hostname)
    let received = ''
    socket.setEncoding('latin1').on('data', (part: string) => {
      received += part
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve(received))
    socket.write(bytes, 'latin1', () => {
      if (andThen === 'cut') socket.destroy()
    })
  })
}
