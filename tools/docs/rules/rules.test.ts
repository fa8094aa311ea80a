import { join } from 'node:path'
import { matchConditions } from '@aitai/engine/explain/condition-result.ts'
import { expect, test } from 'vitest'
import { sourcesUnder } from '../../lint/source-files.ts'
import { repositoryAnnotations } from '../traceability/annotations.ts'
import { citationFaults } from './citations.ts'
import { checkedHeads, engineRows, limitFaults } from './engine-tables.ts'
import { parseRules, type RulesTable, rulesText } from './rules-page.ts'

const text = rulesText()
const page = parseRules(text)
const ids = page.rules.map(({ id }) => id)
const tested = new Set(
  repositoryAnnotations().flatMap((annotation) => (annotation.subject === 'rule' ? annotation.ids : [])),
)

/** The examples of wrong citations in the tests of the lint are no citations. */
const sources = sourcesUnder(join(import.meta.dirname, '../../..')).filter(
  ({ path }) => path !== 'package-lock.json' && path !== 'tools/lint/repository-lint.test.ts',
)

test('the sections are numbered once, from 1 without a gap', () => {
  expect(page.sections).toEqual(page.sections.map((_, index) => index + 1))
})

test('each rule is in the section of its id, and no id is used twice', () => {
  expect(page.rules.filter(({ id, section }) => !id.startsWith(`${section}.`))).toEqual([])
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('the conditions of a pair are those of the engine', () => {
  const conditions = ids.flatMap((id) => /^3\.(E\d+)\.\d+$/.exec(id)?.[1] ?? [])

  expect([...new Set(conditions)].toSorted()).toEqual([...matchConditions].toSorted())
})

test('every rule has a test that names it', () => {
  expect(ids.filter((id) => !tested.has(id))).toEqual([])
})

test('every id, section and anchor that is cited anywhere exists', () => {
  expect(citationFaults(sources, text)).toEqual([])
})

test('the page has every table that is compared with the engine, once', () => {
  expect(page.tables.map(({ head }) => head).toSorted()).toEqual(checkedHeads.toSorted())
})

test.each(page.tables)('the engine gives the table $head', (table) => {
  expect(engineRows(table)).toEqual(table.rows)
})

test('the values in front of the names of limits are those of the engine', () => {
  expect(limitFaults(text)).toEqual([])
})

/** Changes the last cell of the first row, or another if the last one only explains. */
function isWrongCellFound({ head, rows: [first = [], ...others] }: RulesTable): boolean {
  return [first.length - 1, 1, 0].some((column) => {
    const rows = [first.with(column, `${first[column]}1`), ...others]
    return JSON.stringify(engineRows({ head, rows })) !== JSON.stringify(rows)
  })
}

test.each(page.tables)('a wrong value in the table $head is found', (table) => {
  expect(isWrongCellFound(table)).toBe(true)
})

test('a wrong number in the text is found', () => {
  expect(limitFaults(text.replace('30 s (`locateWindowMs`)', '31 s (`locateWindowMs`)'))).not.toEqual([])
  expect(limitFaults(text.replace('2 (`confirmingQuotes`)', '12 (`confirmingQuotes`)'))).not.toEqual([])
})

test('a rule that is missing from the page is found where it is cited', () => {
  const without = text.replace(/^- \*\*3\.E5\.2\*\*.*\n/m, '')

  expect(citationFaults(sources, without).some((fault) => fault.includes('3.E5.2'))).toBe(true)
})

test('a citation that leads nowhere is found, also across lines and after others', () => {
  const faultsOf = (cited: string) => citationFaults([{ path: 'a.ts', text: cited }], text)
  // Composed, so that this file cites nothing of it.
  const [section, rule] = ['§', 'rule']

  expect(faultsOf(`// docs/rules.md ${section}8, ${section}15`)).toEqual([])
  expect(faultsOf(`/**\n * docs/rules.md\n * ${section}16.\n */`)).toEqual([])
  expect(faultsOf(`// ${rule}: 3.E5.1, 3.E5.2`)).toEqual([])
  expect(faultsOf(`// docs/rules.md ${section}99`)).toHaveLength(1)
  expect(faultsOf(`/**\n * docs/rules.md\n * ${section}8, ${section}99.\n */`)).toHaveLength(1)
  expect(faultsOf(`// docs/rules.md ${section}8.4`)).toHaveLength(1)
  expect(faultsOf(`// see ${section}8`)).toHaveLength(1)
  expect(faultsOf(`// docs/rules.md${','} section 8`)).toHaveLength(1)
  expect(faultsOf(`// docs/rules.md${'#'}unknown`)).toHaveLength(1)
  expect(faultsOf(`// ${rule}: 3.E5.1, 3.E5.9`)).toHaveLength(1)
  expect(faultsOf(`// ${rule}s 16`)).toHaveLength(1)
})
