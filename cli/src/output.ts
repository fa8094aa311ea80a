import { readFile } from 'node:fs/promises'
import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { remarkInEnglish } from '@aitai/messages/remark-text.ts'
import { callerPath } from './caller-path.ts'
import { CommandFailed } from './command.ts'

/** Characters that terminals show two columns wide, such as those of Japanese names. */
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/g

const widthOf = (text: string): number => text.length + (text.match(wide)?.length ?? 0)

/** Pads cells to columns, two spaces apart. */
export function alignColumns(rows: readonly (readonly string[])[], indent = '  '): readonly string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => widthOf(row[index] ?? ''))))
  return rows.map((row) =>
    `${indent}${row.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell))).join('  ')}`.trimEnd(),
  )
}

type Cell = string | number | boolean | null | readonly string[]

/** A value for people: yes or no, thousands separated, lists by commas, and – for none. */
export function cellText(value: Cell): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en')
  if (typeof value === 'string') return value
  return value.length === 0 ? '–' : value.join(', ')
}

/** A table with a row for each object, and its cells by title; `whenEmpty` if there are none. */
export function tableOf<T>(
  rows: readonly T[],
  columns: Readonly<Record<string, (row: T) => Cell>>,
  whenEmpty: string,
): string {
  if (rows.length === 0) return whenEmpty
  const cells = rows.map((row) => Object.values(columns).map((of) => cellText(of(row))))
  return alignColumns([Object.keys(columns), ...cells], '').join('\n')
}

/** One line for each value of an object, `a.b` for one within another. Lists of objects are numbered. */
export const factLines = (facts: Readonly<Record<string, unknown>>): readonly string[] =>
  alignColumns(flat('', facts), '')

function flat(path: string, value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[path, cellText(value as Cell)]]
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return [[path, cellText(value)]]
  return Object.entries(value).flatMap(([name, each]) => {
    const label = Array.isArray(value) ? String(Number(name) + 1) : name
    return flat(path === '' ? label : `${path}.${label}`, each)
  })
}

/** Longer lists are cut here; the JSON result has them complete. */
const maxLines = 20

/** A titled list, truncated if it is long; nothing for an empty one. */
export function titledList(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  const more = lines.length - maxLines
  return [
    `${title}: ${lines.length.toLocaleString('en')}`,
    ...lines.slice(0, maxLines),
    ...(more > 0 ? [`  and ${more.toLocaleString('en')} more: --json lists all`] : []),
  ]
}

export const warningLines = (title: string, warnings: readonly Remark[]): readonly string[] =>
  warnings.map((warning) => `${title}: ${remarkInEnglish(warning)}`)

/** The outcome of a change in one line. */
export function outcomeLine(applied: boolean, isDryRun: boolean): string {
  if (applied) return 'Done.'
  return isDryRun
    ? 'Nothing was changed: this was a dry run.'
    : 'Nothing was changed: there was no difference.'
}

/** `1 user`, `2 users`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`

/** Reads a file for an admin command. Throws CommandFailed with one line. */
export async function readFileAsBase64(path: string): Promise<string> {
  try {
    return (await readFile(callerPath(path))).toString('base64')
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
