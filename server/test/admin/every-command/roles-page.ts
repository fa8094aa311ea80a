import { readFileSync } from 'node:fs'
import type { AdminCommandName } from '../../../src/admin/command-arguments.ts'
import { callNamed } from '../../support/call-requests.ts'
import type { CommandForm } from './command-case.ts'

const page = readFileSync(new URL('../../../../docs/roles.md', import.meta.url), 'utf8')

type Row = Readonly<Record<string, string>>

/** The rows of the table whose first heading is this, each by its headings. */
function tableOf(heading: string): readonly Row[] {
  const lines = page.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`))
  if (start < 0) throw new Error(`docs/roles.md has no table of ${heading}`)
  const cellsOf = (line: string): readonly string[] => line.slice(2, -2).split(' | ')
  const headings = cellsOf(lines[start] ?? '')
  const rest = lines.slice(start + 2)
  const end = rest.findIndex((line) => !line.startsWith('|'))
  return rest
    .slice(0, end)
    .map((line) => Object.fromEntries(cellsOf(line).map((cell, n) => [headings[n] ?? '', cell])))
}

const namesWhere = (row: Row, isAllowed: (cell: string) => boolean): readonly string[] =>
  Object.entries(row).flatMap(([name, cell]) => (isAllowed(cell) ? [name] : []))

const commands = tableOf('Command')
const routes = tableOf('Route')

/** The columns of those who may run a command, by docs/roles.md. */
export function documentedFor(name: AdminCommandName, form: CommandForm): readonly string[] {
  const row = commands.find((each) => each.Command === `\`${name}\`${form === null ? '' : `, ${form}`}`)
  if (!row) throw new Error(`docs/roles.md does not have the command ${name}, ${form}`)
  return namesWhere(row, (cell) => cell === 'yes')
}

/** The commands of docs/roles.md, each as often as it has rows. */
export const documentedCommands = commands.map(({ Command: name = '' }) => /`(.+)`/.exec(name)?.[1] ?? '')

/** The columns of those who may make a call, by docs/roles.md. */
export function documentedForCall(callName: string): readonly string[] {
  const { path, method } = callNamed(callName)
  const row = routes.find(
    (each) => each.Route === `\`/api${path}\`` && (each.Methods ?? '').split(', ').includes(method),
  )
  if (!row) throw new Error(`docs/roles.md does not have the call ${method} ${path}`)
  return namesWhere(row, (cell) => cell.startsWith('**'))
}
