import { type ChildProcess, spawn } from 'node:child_process'
import { createConnection } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { SearchedLocation } from './search.ts'

const server = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))
const backOffice = fileURLToPath(new URL('../../../cli/src/aitai.ts', import.meta.url))

/** What programs have said, by what they are: all of it is searched in the end. */
export class ProgramOutputs {
  readonly #said = new Map<string, Buffer[]>()

  hear(place: string, said: Buffer): void {
    this.#said.set(place, [...(this.#said.get(place) ?? []), said])
  }

  places(): SearchedLocation[] {
    return [...this.#said].map(([name, parts]) => ({ name, text: Buffer.concat(parts).toString('latin1') }))
  }
}

export interface RunningProgram {
  readonly url: string
  /** Ends it and gives its exit code. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Starts the server as an operator does, and waits until it says that it is ready. */
export async function startProgram(
  env: Readonly<Record<string, string>>,
  sayings: ProgramOutputs,
): Promise<RunningProgram> {
  const child = spawn(process.execPath, [server], { env: { PATH: process.env.PATH, ...env } })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = await addressOf(child, sayings)
  return {
    url,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

function addressOf(child: ChildProcess, sayings: ProgramOutputs): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => {
        sayings.hear('log', part)
        said += part
        const url = /ready at (\S+)/.exec(said)?.[1]
        if (url) resolve(url)
      })
    child.once('close', (code) => reject(new Error(`the server ended with ${code}: ${said.slice(-2_000)}`)))
  })
}

/** What the back office is asked, as an operator types it. */
export interface CliCommand {
  /** The name of the command: what it prints is searched under it. */
  readonly name: string
  readonly words?: readonly string[]
  readonly input?: string
  /** The exit code it must end with; 0 unless given. */
  readonly code?: number
  /** More of the environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** Gives what it printed on standard output. Throws if it ended otherwise than it should. */
export function runCliCommand(
  env: Readonly<Record<string, string>>,
  sayings: ProgramOutputs,
  { name, words = [], input = '', code = 0, env: more = {} }: CliCommand,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [backOffice, ...name.split(' '), ...words], {
      env: { PATH: process.env.PATH, ...env, ...more },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (part: Buffer) => {
      sayings.hear(`aitai ${name}`, part)
      out += part
    })
    child.stderr.on('data', (part: Buffer) => {
      sayings.hear(`aitai ${name}`, part)
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

/** Sends bytes that need be no HTTP, and gives what came until the connection ended. */
export function sendBytes(url: string, bytes: string, andThen: 'listen' | 'cut' = 'listen'): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = createConnection(Number(port), hostname)
    let heard = ''
    socket.setEncoding('latin1').on('data', (part: string) => {
      heard += part
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve(heard))
    socket.write(bytes, 'latin1', () => {
      if (andThen === 'cut') socket.destroy()
    })
  })
}
