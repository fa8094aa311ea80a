import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { onTestFinished, vi } from 'vitest'
import { runCommandLine } from '../src/command-line.ts'
import { type ProcessResult, runScript } from './run-script.ts'

const program = fileURLToPath(new URL('../aitai.mjs', import.meta.url))

/** An empty data folder, deleted after the test. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder with an installation that has nobody yet: commands that read create none. */
export async function emptyInstallation(): Promise<string> {
  const folder = await emptyFolder()
  await (await openDatabase({ dataDir: folder, databaseUrl: null })).close()
  return folder
}

/** The operator's command line on one data folder. */
export interface Cli {
  /** Runs a command as an operator types it; `input` is piped in. */
  (words: readonly string[], input?: string): Promise<ProcessResult>
  /** Runs a command that must succeed with --json, and returns its result. */
  json(words: readonly string[], input?: string): Promise<unknown>
}

type Run = (words: readonly string[], env: NodeJS.ProcessEnv, input: string) => Promise<ProcessResult>

/** The full proof starts a process for each command, which shows as well that each of them ends. */
const startsProcesses = process.env.CLI_PROCESSES === 'on'

/**
 * The command line in the process of the test, because a start takes a third of a second and there are four hundred.
 * `more` is added to the environment.
 */
export const cliFor = (dataDir: string, more: Readonly<Record<string, string>> = {}): Cli =>
  cliWith(startsProcesses ? runProcess : runHere, dataDir, more)

/** The command line as processes, each started as an operator starts it: for several at a time, and for drills. */
export const cliProcessFor = (dataDir: string, more: Readonly<Record<string, string>> = {}): Cli =>
  cliWith(runProcess, dataDir, more)

function cliWith(runWith: Run, dataDir: string, more: Readonly<Record<string, string>>): Cli {
  const { PATH } = process.env
  const env = { PATH, DATA_DIR: dataDir, PUBLIC_URL: 'https://desk.example', ...more }
  const run = (words: readonly string[], input = '') => runWith(words, env, input)
  return Object.assign(run, {
    async json(words: readonly string[], input = '') {
      const { code, out, err } = await run([...words, '--json'], input)
      if (code !== 0) throw new Error(`exit code ${code}: ${err}`)
      return JSON.parse(out) as unknown
    },
  })
}

let isRunningHere = false

/** Runs a command with the environment, input and output of this process replaced: one at a time. */
async function runHere(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  input: string,
): Promise<ProcessResult> {
  if (isRunningHere) throw new Error('a command is running: use cliProcessFor for several at a time')
  isRunningHere = true
  const environment = { ...process.env }
  const out: string[] = []
  const err: string[] = []
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text: string) => void out.push(`${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text: string) => void err.push(`${text}\n`)),
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as typeof process.stdin),
    vi.spyOn(process, 'stdout', 'get').mockReturnValue(collecting(out) as typeof process.stdout),
  ]
  try {
    replaceEnvironment(env)
    const code = await runCommandLine(words)
    return { code, out: out.join(''), err: err.join('') }
  } finally {
    replaceEnvironment(environment)
    for (const spy of spies) spy.mockRestore()
    isRunningHere = false
  }
}

const collecting = (texts: string[]): Writable =>
  new Writable({
    write(chunk, _, written) {
      texts.push(String(chunk))
      written()
    },
  })

/** Changes the variables one by one: Node takes over a new time zone only so. */
function replaceEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}

const runProcess: Run = (words, env, input) => runScript(program, words, { env, input })

/** Splits a command line without quotes into its words. */
export const splitWords = (text: string): string[] => text.split(' ')

/** The institution Alder, for tests that need no broker. */
export const addAlderAlone = (aitai: Cli): Promise<unknown> => aitai.json(splitWords('firm add Alder'))

/** An institution with one broker, and the arguments for a user who trades for it. */
export async function addAlder(aitai: Cli): Promise<void> {
  await addAlderAlone(aitai)
  await aitai.json(splitWords('broker add HIN --name Hinoki --swap'))
  await aitai.json(splitWords('broker assign HIN --firm Alder'))
}

export const addTraderArguments = (email: string): string[] =>
  splitWords(`user add ${email} --first-name Emma --last-name Whitfield --role TRADER --firm Alder`)
