import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The first test that failed, or why there is none. */
export type Verdict =
  | { readonly is: 'passed' }
  | { readonly is: 'failed'; readonly test: string; readonly message: string }
  /** A test file that could not even be read: the bug is no plausible one. */
  | { readonly is: 'broken'; readonly message: string }
  | { readonly is: 'endless' }

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

const endlessMs = 180_000

/** Runs test files in a folder until the first failure. `filters` are beginnings of paths, as vitest takes them. */
export async function runTests(
  folder: string,
  filters: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Verdict> {
  const out = join(folder, 'report.json')
  rmSync(out, { force: true })
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const options = ['--root', folder, '--config', config, '--bail', '1', '--no-isolate', '--pool', 'threads']
  const ended = await end(
    ['run', ...options, '--reporter', 'json', '--outputFile', out, ...filters],
    folder,
    env,
  )
  if (ended === 'endless') return { is: 'endless' }
  if (!existsSync(out)) throw new Error(`vitest gave no report:\n${ended}`)
  return verdictOf(JSON.parse(readFileSync(out, 'utf8')) as Report, folder)
}

/** A run that must be ended by force is one in which a loop never ends. */
function end(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<string | 'endless'> {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: endlessMs,
      killSignal: 'SIGKILL',
    })
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part))
    child.stderr.on('data', (part: Buffer) => (said += part))
    child.on('error', reject)
    child.on('close', (_, signal) => resolve(signal === 'SIGKILL' ? 'endless' : said))
  })
}

function verdictOf({ testResults }: Report, folder: string): Verdict {
  if (testResults.length === 0) return { is: 'broken', message: 'no test file was found' }
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (!failed) continue
    const file = name.replace(`${folder}/`, '').replace('engine/', '')
    return {
      is: 'failed',
      test: `${file}: ${failed.fullName}`,
      message: failed.failureMessages.join('\n'),
    }
  }
  const unread = testResults.find(({ status }) => status === 'failed')
  return unread ? { is: 'broken', message: unread.message } : { is: 'passed' }
}
