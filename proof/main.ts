import { spawn } from 'node:child_process'
import { parseArgs, styleText } from 'node:util'
import { repositoryRoot } from './harness/server-process.ts'
import { type Proof, proofs } from './proofs.ts'

/**
 * `npm run proof [-- NAME …] [--quick]`: runs every proof, or those named, and exits with 1 if one fails. A
 * variable in the caller's environment (SEED, DAYS, CRASHES …) overrides the size in the table.
 */
function readArguments(): { readonly chosen: readonly Proof[]; readonly isQuick: boolean } {
  const { values, positionals } = parseArgs({
    options: { quick: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const unknown = positionals.filter((name) => !proofs.some((proof) => proof.name === name))
  if (unknown.length > 0) {
    const names = proofs.map(({ name }) => name).join(', ')
    process.stderr.write(`No proof is named ${unknown.join(', ')}. There are: ${names}.\n`)
    process.exit(2)
  }
  const isChosen = ({ name, quick }: Proof): boolean =>
    positionals.length > 0 ? positionals.includes(name) : !values.quick || quick !== null
  return { chosen: proofs.filter(isChosen), isQuick: values.quick }
}

interface Result {
  readonly proof: Proof
  readonly succeeded: boolean
  readonly seconds: number
  /** The end of what the proof printed. */
  readonly lastLines: string
}

const lastLineCount = 25

/** Runs one proof. Its output is shown as it comes, or, if another runs beside it, as a whole at the end. */
async function run(proof: Proof, isQuick: boolean, isBesideOthers: boolean): Promise<Result> {
  const size = (isQuick ? proof.quick : null) ?? proof.full
  const command = [proof.command, size.args].filter(Boolean).join(' ')
  const variables = Object.entries(size.env ?? {}).map(
    ([name, value]) => `${name}=${process.env[name] ?? value}`,
  )
  const output: string[] = []
  const write = (text: string): unknown => (isBesideOthers ? output.push(text) : process.stdout.write(text))
  write(`\n${styleText('bold', proof.name)}: ${proof.question}\n$ ${[...variables, command].join(' ')}\n`)
  const began = performance.now()
  const child = spawn(command, {
    cwd: repositoryRoot,
    env: { ...size.env, ...process.env },
    shell: true,
    stdio: ['inherit', 'pipe', 'pipe'],
  })
  let lastLines = ''
  const show = (chunk: string): void => {
    write(chunk)
    lastLines = (lastLines + chunk).split('\n').slice(-lastLineCount).join('\n')
  }
  child.stdout.setEncoding('utf8').on('data', show)
  child.stderr.setEncoding('utf8').on('data', show)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  process.stdout.write(output.join(''))
  return { proof, succeeded: code === 0, seconds: (performance.now() - began) / 1_000, lastLines }
}

const { chosen, isQuick } = readArguments()
const results: Result[] = []

/** Many proofs wait for processes and clocks: two at a time use two cores, and halve the time of CI. */
async function runSideBySide(waiting: Proof[]): Promise<void> {
  const runNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results.push(await run(next, isQuick, true))
  }
  await Promise.all([runNext(), runNext()])
}

const isShared = ({ runsAlone }: Proof): boolean => isQuick && !runsAlone
await runSideBySide(chosen.filter(isShared))
for (const proof of chosen.filter((each) => !isShared(each))) results.push(await run(proof, isQuick, false))

process.stdout.write('\n')
for (const { proof, succeeded, seconds } of results) {
  process.stdout.write(
    `${succeeded ? 'passed' : 'FAILED'}  ${seconds.toFixed(1).padStart(7)} s  ${proof.name}\n`,
  )
}
// Repeated below the table: whoever reads a log of CI often has only its end.
for (const { proof, succeeded, lastLines } of results) {
  if (!succeeded) process.stdout.write(`\n${proof.name} ended with:\n${lastLines.trimEnd()}\n`)
}
if (results.some(({ succeeded }) => !succeeded)) process.exitCode = 1
