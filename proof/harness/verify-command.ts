import { fileURLToPath } from 'node:url'
import { type ProcessResult, runScript } from '../../cli/test/run-script.ts'

/** The result of `aitai` on a data folder, and its duration including the start of the process. */
export interface VerifyResult extends ProcessResult {
  readonly seconds: number
}

const aitai = fileURLToPath(new URL('../../cli/aitai.mjs', import.meta.url))

/** Runs `aitai replay --verify` as an operator types it. */
export const runVerify = (dataDir: string): Promise<VerifyResult> => runAitai(dataDir, ['replay', '--verify'])

/** Runs a command with --json, as an operator types it. */
export async function runAitai(dataDir: string, words: readonly string[]): Promise<VerifyResult> {
  const began = performance.now()
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const result = await runScript(aitai, [...words, '--json'], { env })
  return { ...result, seconds: (performance.now() - began) / 1_000 }
}

/** Whether a text is a message for people: one line without a stack trace. */
export const isOneLineMessage = (text: string): boolean => /^[^\n]+\n?$/.test(text) && !/^\s+at /m.test(text)
