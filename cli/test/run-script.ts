import { spawn } from 'node:child_process'

/** What a process printed and how it ended. */
export interface ProcessResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

interface ProcessOptions {
  readonly env: NodeJS.ProcessEnv
  readonly cwd?: string
  /** What is piped in; nothing if omitted. */
  readonly input?: string
}

/** Runs a script of Node as a process, and resolves when it has ended. Rejects if it cannot start. */
export const runScript = (
  script: string,
  words: readonly string[],
  options: ProcessOptions,
): Promise<ProcessResult> => runProgram(process.execPath, [script, ...words], options)

/** The same with any program. */
export function runProgram(
  program: string,
  words: readonly string[],
  { input = '', ...options }: ProcessOptions,
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, options)
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
}
