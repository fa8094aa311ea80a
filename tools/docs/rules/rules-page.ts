import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A table of docs/rules.md: its header as it is written, and the cells of its rows. */
export interface RulesTable {
  readonly head: string
  readonly rows: readonly (readonly string[])[]
}

export interface RulesPage {
  readonly text: string
  /** The numbers of the sections, in the order of the page. */
  readonly sections: readonly number[]
  /** The ids of the rules, in the order of the page, each with the number of its section. */
  readonly rules: readonly { readonly id: string; readonly section: number }[]
  readonly tables: readonly RulesTable[]
}

/** The text of docs/rules.md. */
export const rulesText = (): string =>
  readFileSync(join(import.meta.dirname, '../../../docs/rules.md'), 'utf8')

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

/** Reads the sections (`## 4. Priority`), the rules (`- **4.1** …`) and the tables of the page. */
export function parseRules(text: string): RulesPage {
  const sections: number[] = []
  const rules: { id: string; section: number }[] = []
  const tables: { head: string; rows: string[][] }[] = []
  let table: { head: string; rows: string[][] } | null = null
  for (const line of text.split('\n')) {
    const [, section] = /^## (\d+)\. \S/.exec(line) ?? []
    if (section) sections.push(Number(section))
    const [, id] = /^- \*\*(\d+(?:\.E?\d+)+)\*\* \S/.exec(line) ?? []
    if (id) rules.push({ id, section: sections.at(-1) ?? 0 })
    if (!line.startsWith('|')) table = null
    else if (!table) {
      table = { head: line.slice(2, -2), rows: [] }
      tables.push(table)
    } else if (!/^\|[ :|-]+\|$/.test(line)) table.rows.push(cellsOf(line))
  }
  return { text, sections, rules, tables }
}
