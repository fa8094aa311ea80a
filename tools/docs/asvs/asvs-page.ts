import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requirements } from './requirements.ts'

const root = join(import.meta.dirname, '../../..')

export const asvsFile = join(root, 'docs/asvs.md')

const statuses = ['met', 'not applicable', 'not met'] as const
type Status = (typeof statuses)[number]

interface Row {
  readonly id: string
  readonly level: number
  /** What is required, in our words. */
  readonly wording: string
  readonly status: string
  /** Where it is met, or what is missing. */
  readonly where: string
}

const rowForm = /^\| (\d+\.\d+\.\d+) \| (\d) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/gm

const rowsIn = (page: string): readonly Row[] =>
  [...page.matchAll(rowForm)].map(([, id = '', level, wording = '', status = '', where = '']) => ({
    ...{ id, level: Number(level) },
    ...{ wording, status, where },
  }))

/** The files that a row names, as paths from the root of the repository. */
const filesIn = (where: string): readonly string[] =>
  [...where.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+|[\w-]+(?:\.[\w-]+)*\.json)`/g)].map(([, path = '']) => path)

/** The standard's text may not be copied, so a row says what is required in a few words of ours. */
const maxWords = 12

function rowFaults({ id, level, wording, status, where }: Row): readonly string[] {
  const files = filesIn(where)
  const due = requirements.get(id)
  return [
    due === undefined ? 'is no requirement of levels 1 and 2' : '',
    due !== undefined && due !== level ? `is of level ${due}` : '',
    statuses.some((known) => known === status) ? '' : `has the unknown status "${status}"`,
    status === 'met' && files.length === 0 ? 'is met and names no file' : '',
    where === '' ? 'has no reason' : '',
    wording === '' || wording.split(' ').length > maxWords ? `is not put in 1 to ${maxWords} words` : '',
    ...files.filter((file) => !existsSync(join(root, file))).map((file) => `names ${file}, which is missing`),
  ]
    .filter((fault) => fault !== '')
    .map((fault) => `${id} ${fault}`)
}

/** What is wrong with the rows of the page: numbers, levels, statuses and files. */
export function asvsFaults(page: string): readonly string[] {
  const rows = rowsIn(page)
  const ids = rows.map(({ id }) => id)
  const missing = [...requirements.keys()].filter((id) => !ids.includes(id))
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
  return [
    ...rows.flatMap(rowFaults),
    ...missing.map((id) => `${id} is missing`),
    ...repeated.map((id) => `${id} occurs twice`),
  ]
}

function countsOf(rows: readonly Row[]): string {
  const of = (level: number | null, status: Status | null): number =>
    rows.filter(
      (row) => (level === null || row.level === level) && (status === null || row.status === status),
    ).length
  const line = (name: string, level: number | null): string =>
    `| ${[name, of(level, null), ...statuses.map((status) => of(level, status))].join(' | ')} |`
  return [
    '| Level | Requirements | Met | Not applicable | Not met |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...[line('1', 1), line('2', 2), line('both', null)],
  ].join('\n')
}

/** The page with the counts of its rows. */
export const withCounts = (page: string): string =>
  page.replace(/\| Level \| Requirements \|.*?(?=\n\n)/s, () => countsOf(rowsIn(page)))

/** The whole of docs/asvs.md, from its rows as they are. */
export const asvsDocument = (): string => withCounts(readFileSync(asvsFile, 'utf8'))
