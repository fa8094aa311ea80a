import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * The result of `aitai` on a data folder, and its duration including the start of the
 * process.
 */
export interface VerifyResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly seconds: number
}

const aitai = fileURLToPath(new URL('../../cli/aitai.mjs', import.meta.url))

/** Runs `aitai replay --verify` as an operator types it. */
export const runVerify = (dataDir: string): Promise<VerifyResult> => runAitai(dataDir, ['replay', '--verify'])

/** Runs a command with --json, as an operator types it. */
export function runAitai(dataDir: string, words: readonly string[]): Promise<VerifyResult> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    const child = spawn(process.execPath, [aitai, ...words, '--json'], { env })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err, seconds: (performance.now() - began) / 1_000 }))
  })
}

/** Whether a text is a message for people: one line without a stack trace. */
export const isOneLineMessage = (text: string): boolean => /^[^\n]+\n?$/.test(text) && !/^\s+at /m.test(text)
