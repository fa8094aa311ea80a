import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proofs } from '../../proof/proofs.ts'
import { isScript, sourcesUnder } from '../lint/source-files.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The cells of each row of the tables of a document, without the lines of headings. */
const rowsOf = (path: string): string[][] =>
  textOf(path)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\|( ?-+ ?\|)+$/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))

test('every name in the glossary is in the code', () => {
  const inCode = rowsOf('docs/glossary.md').flatMap((cells) =>
    [...(cells.at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  const scripts = sourcesUnder(root).filter(({ path }) => isScript(path) && !path.startsWith('tools/'))
  const all = scripts.map(({ path, text }) => `${path}\n${text}`).join('\n')

  expect(inCode.length).toBeGreaterThan(50)
  const isWord = (name: string): boolean => {
    const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    // A folder is named with a slash at its end.
    return new RegExp(`(?<![\\w-])${literal}${name.endsWith('/') ? '' : '(?![\\w-])'}`).test(all)
  }
  expect(inCode.filter((name) => !isWord(name))).toEqual([])
})

test('the page of the proofs has a row for each of their folders', () => {
  const folders = readdirSync(join(root, 'proof'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => `\`${name}/\``)
  const rows = rowsOf('proof/README.md').map(([, first = '']) => first)

  expect(folders.filter((folder) => !rows.includes(folder))).toEqual([])
  expect(rows.filter((first) => /^`\w[\w-]*\/`$/.test(first) && !folders.includes(first))).toEqual([])
})

/** A cell without links and code. */
const plain = (cell: string): string => cell.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')

test('the page of the proofs has each of them with its question', () => {
  const rows = rowsOf('proof/README.md')
  const missing = proofs.filter(
    ({ name, question }) =>
      !rows.some(
        ([, asked = '', command = '']) =>
          plain(asked) === plain(question) && new RegExp(`npm run proof -- ${name}\``).test(command),
      ),
  )

  expect(missing.map(({ name, question }) => `${name}: ${question}`)).toEqual([])
})
