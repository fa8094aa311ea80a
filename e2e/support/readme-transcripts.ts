import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A line of the README that is typed, and what it shows below it, shortened by …. */
export interface TypedCommand {
  readonly words: readonly string[]
  readonly shown: string
}

/** The transcripts under a heading of the README: each block of a console, as the lines typed in it. */
export async function readmeTranscripts(heading: string): Promise<TypedCommand[][]> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const section = readme.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^```console\n(.*?)^```/gms)].map(([, block = '']) => typedIn(block))
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

/** The words of a command line as a shell reads them, of which the README needs single quotes alone. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|([^\s']+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

/** What is given with a flag, such as the address after --email; empty without it. */
export const flagValue = ({ words }: TypedCommand, flag: string): string =>
  words.includes(flag) ? (words[words.indexOf(flag) + 1] ?? '') : ''

/**
 * The first part of what the README shows that was not said in this order; null if all was. White space
 * counts as one blank, and … stands for whatever was left out.
 */
export function firstMissingOutput(shown: string, said: string): string | null {
  const text = said.replaceAll(/\s+/g, ' ').trim()
  const parts = shown.replaceAll(/\s+/g, ' ').trim().split('…')
  let from = 0
  for (const [place, each] of parts.entries()) {
    const part = each.trim()
    const isLast = place === parts.length - 1
    const at = isLast && part !== '' ? text.lastIndexOf(part) : text.indexOf(part, from)
    const isFitting = at >= from && (place > 0 || at === 0) && (!isLast || !part || text.endsWith(part))
    if (!isFitting) return part
    from = at + part.length
  }
  return null
}

/** What a command said on both of its outputs, in the order of a terminal. */
export interface CommandResult {
  readonly code: number | null
  readonly out: string
  readonly both: string
}

/** Does a line of the README that begins with `npm run -s aitai --`, by the script of that name. */
export async function runTypedCommand(
  { words }: TypedCommand,
  { dataDir, folder }: { readonly dataDir: string; readonly folder: string },
): Promise<CommandResult> {
  const [npm, run, silent, name, dashes, ...more] = words
  if ([npm, run, silent, name, dashes].join(' ') !== 'npm run -s aitai --')
    throw new Error(`not a command of the back office: ${words.join(' ')}`)
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const [node, program, ...rest]: string[] = scripts.aitai.split(' ')
  if (node !== 'node' || !program) throw new Error(`the script is run by ${node}`)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, program), ...rest, ...more], {
      cwd: folder,
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, both: `${out}\n${err}` }))
  })
}
