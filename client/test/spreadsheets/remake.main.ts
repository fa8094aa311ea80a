import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { languages } from '@aitai/messages/texts.ts'
import { cellsIn, type Reading } from './cells.ts'
import { givenTo } from './day.ts'

/**
 * `node client/test/spreadsheets/remake.main.ts` (needs LibreOffice: `apt-get install libreoffice-calc`):
 * writes what the product gives to spreadsheets, and what LibreOffice makes of each, into `fixtures`. As a
 * person in Tokyo opens it: UTF-8, which it proposes for the mark at the head, Japanese, and numbers in any
 * form taken for numbers, its most eager setting.
 */
const fixtures = join(import.meta.dirname, 'fixtures')
const work = mkdtempSync(join(tmpdir(), 'aitai-spreadsheets-'))
const office = (...args: readonly string[]): string =>
  execFileSync('soffice', ['--headless', `-env:UserInstallation=file://${work}/profile`, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })

/** Delimiter, quote, UTF-8, first row, no fixed columns, Japanese; quoted is not text, numbers are sought. */
const readAs = (file: string): string => `CSV:${file.endsWith('.tsv') ? 9 : 44},34,76,1,,1041,false,true`

function read(file: string): Reading {
  const path = join(fixtures, file)
  office(`--infilter=${readAs(file)}`, '--convert-to', 'fods', '--outdir', work, path)
  const made = join(work, basename(file).replace(/\.[ct]sv$/, '.fods'))
  const [by = ''] = /LibreOffice \S+/.exec(office('--version')) ?? []
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  return { by, sha256, rows: cellsIn(readFileSync(made, 'utf8')) }
}

const asJson = ({ by, sha256, rows }: Reading): string =>
  `{\n"by": ${JSON.stringify(by)},\n"sha256": "${sha256}",\n"rows": [\n${rows
    .map((row) => `[\n${row.map((cell) => JSON.stringify(cell)).join(',\n')}\n]`)
    .join(',\n')}\n]}\n`

const env = { ...process.env, TZ: 'Asia/Tokyo' }
execFileSync(process.execPath, [join(import.meta.dirname, 'write.main.ts'), fixtures], { env })
const files = languages.flatMap((language) => givenTo(language).map(({ file }) => file))
// What is not guarded, to see that this would tell a formula if there were one.
for (const file of [...files, 'unguarded.csv']) {
  const { rows, ...reading } = read(file)
  writeFileSync(join(fixtures, `${file}.json`), asJson({ ...reading, rows }))
}
rmSync(work, { recursive: true })
