import { readFile } from 'node:fs/promises'
import { CommandFailed } from './command.ts'

/** Prints text for people on standard error: the result itself is JSON on standard output. */
export const printToStderr = (lines: readonly string[]): void => console.error(lines.join('\n'))

/** Pads cells to columns, two spaces apart. */
export function alignColumns(rows: readonly (readonly string[])[], indent = '  '): readonly string[] {
  const widths = (rows[0] ?? []).map((_, place) => Math.max(...rows.map((row) => (row[place] ?? '').length)))
  return rows.map((row) =>
    `${indent}${row.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  ')}`.trimEnd(),
  )
}

/** Longer lists are cut here; the JSON result has them complete. */
const maxLines = 20

/** A titled list, truncated if it is long; nothing for an empty one. */
export function titledList(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  const more = lines.length - maxLines
  return [
    `${title}: ${lines.length}`,
    ...lines.slice(0, maxLines),
    ...(more > 0 ? [`  and ${more} more, in the result`] : []),
  ]
}

export const warningLines = (title: string, warnings: readonly string[]): readonly string[] =>
  warnings.map((warning) => `${title}: ${warning}`)

/** The outcome of a change in one line. */
export function outcomeLine(applied: boolean, isDryRun: boolean): string {
  if (applied) return 'Done.'
  return isDryRun
    ? 'Nothing was changed: this was a dry run.'
    : 'Nothing was changed: there was no difference.'
}

/** Reads a file for an admin command. Throws CommandFailed with one line. */
export async function readFileAsBase64(path: string): Promise<string> {
  try {
    return (await readFile(path)).toString('base64')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandFailed(`${path} cannot be read: ${code ?? message}`)
  }
}

/** The time zone of this machine: TZ or the system's setting; empty if unknown. */
export function localZone(): string {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone ?? ''
}
