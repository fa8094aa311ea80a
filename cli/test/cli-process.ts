import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const program = fileURLToPath(new URL('../aitai.mjs', import.meta.url))

/** What a process printed and how it ended. */
export interface ProcessResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** An empty data folder, deleted after the test. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Runs an admin command on a data folder, as an operator types it; `more` is added to the environment,
 * `input` is piped in.
 */
export const cliFor =
  (dataDir: string, more: Readonly<Record<string, string>> = {}) =>
  (words: readonly string[], input = ''): Promise<ProcessResult> =>
    new Promise((resolve, reject) => {
      const { PATH } = process.env
      const env = { PATH, DATA_DIR: dataDir, PUBLIC_URL: 'https://desk.example', ...more }
      const child = spawn(process.execPath, [program, ...words], { env })
      let [out, err] = ['', '']
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
      })
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        err += text
      })
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, out, err }))
      // A command that reads nothing may have ended before its input is written.
      child.stdin.on('error', () => {})
      child.stdin.end(input)
    })

export type Cli = ReturnType<typeof cliFor>

/** The result of a command that must succeed. */
export async function resultOf(result: Promise<ProcessResult>): Promise<unknown> {
  const { code, out, err } = await result
  if (code !== 0) throw new Error(`exit code ${code}: ${err}`)
  return JSON.parse(out)
}

/** Splits a command line without quotes into its words. */
export const splitWords = (text: string): string[] => text.split(' ')

/** The institution Alder, for tests that need no broker. */
export const addAlderAlone = (aitai: Cli): Promise<unknown> =>
  resultOf(aitai(splitWords('firm add --name Alder')))

/** An institution with one broker, and the arguments for a user who trades for it. */
export async function addAlder(aitai: Cli): Promise<void> {
  await resultOf(aitai(splitWords('firm add --name Alder')))
  await resultOf(aitai(splitWords('broker add --name Hinoki --short-name HIN --swap')))
  await resultOf(aitai(splitWords('broker assign --firm Alder --short-name HIN')))
}

export const addTraderArguments = (email: string): string[] =>
  splitWords(`user add --email ${email} --first-name Emma --last-name Whitfield --role TRADER --firm Alder`)
