import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runScript } from '../../cli/test/run-script.ts'

const root = join(import.meta.dirname, '../..')

/** A command of the manual, and the output shown below it, shortened by …. */
export interface TypedCommand {
  readonly words: readonly string[]
  readonly shown: string
}

/** The console transcripts of `docs/operations/first-day.md`, in order, each as its commands. */
export async function manualTranscripts(): Promise<TypedCommand[][]> {
  const page = await readFile(join(root, 'docs/operations/first-day.md'), 'utf8')
  return [...page.matchAll(/^```console\n(.*?)^```/gms)].map(([, block = '']) => typedIn(block))
}

const typedIn = (block: string): TypedCommand[] =>
  block
    .replaceAll(/\\\n\s*/g, '')
    .split(/^\$ /m)
    .slice(1)
    .map((each) => {
      const [line = '', ...shown] = each.split('\n')
      return { words: wordsOf(line), shown: shown.join('\n') }
    })

/** Splits a command line as a shell does; the manual uses single quotes only. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|([^\s']+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

/** Returns the value after a flag, such as the institution after --firm, or an empty string. */
export const flagValue = ({ words }: TypedCommand, flag: string): string =>
  words.includes(flag) ? (words[words.indexOf(flag) + 1] ?? '') : ''

/**
 * Returns the first part of the documented output that is missing from the real one, in order, or null.
 * White space is collapsed; … matches anything.
 */
export function firstMissingOutput(shown: string, output: string): string | null {
  const text = output.replaceAll(/\s+/g, ' ').trim()
  const parts = shown.replaceAll(/\s+/g, ' ').trim().split('…')
  let from = 0
  for (const [index, each] of parts.entries()) {
    const part = each.trim()
    const isLast = index === parts.length - 1
    const at = isLast && part !== '' ? text.lastIndexOf(part) : text.indexOf(part, from)
    const isFitting = at >= from && (index > 0 || at === 0) && (!isLast || !part || text.endsWith(part))
    if (!isFitting) return part
    from = at + part.length
  }
  return null
}

/** The output of a finished command; `both` is stdout followed by stderr. */
export interface CommandResult {
  readonly code: number | null
  readonly out: string
  readonly both: string
}

interface CommandSurroundings {
  readonly dataDir: string
  readonly folder: string
  /** What is piped in; nothing if omitted. */
  readonly input?: string
  /** The operator's credential; the name of the system user if omitted. */
  readonly credential?: string
}

/** Runs a command that begins with `npm run -s aitai --`. Throws for any other command. */
export async function runTypedCommand(
  { words }: TypedCommand,
  { dataDir, folder, input = '', credential }: CommandSurroundings,
): Promise<CommandResult> {
  const [npm, run, silent, name, dashes, ...more] = words
  if ([npm, run, silent, name, dashes].join(' ') !== 'npm run -s aitai --')
    throw new Error(`not an operator's command: ${words.join(' ')}`)
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const [node, program, ...rest]: string[] = scripts.aitai.split(' ')
  if (node !== 'node' || !program) throw new Error(`the script is run by ${node}`)
  const { code, out, err } = await runScript(join(root, program), [...rest, ...more], {
    cwd: folder,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      ...(credential === undefined ? {} : { OPERATOR_CREDENTIAL: credential }),
    },
    input,
  })
  return { code, out, both: `${out}\n${err}` }
}
