import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { languages } from '@aitai/messages/texts.ts'
import { type LibreOfficeReading, parseCells } from './opendocument-cells.ts'
import { samplesIn } from './sample-day.ts'

/**
 * `npm run spreadsheets` (needs LibreOffice: `apt-get install libreoffice-calc`):
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

function read(file: string): LibreOfficeReading {
  const path = join(fixtures, file)
  office(`--infilter=${readAs(file)}`, '--convert-to', 'fods', '--outdir', work, path)
  const made = join(work, basename(file).replace(/\.[ct]sv$/, '.fods'))
  const [by = ''] = /LibreOffice \S+/.exec(office('--version')) ?? []
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  return { by, sha256, rows: parseCells(readFileSync(made, 'utf8')) }
}

const env = { ...process.env, TZ: 'Asia/Tokyo' }
execFileSync(process.execPath, [join(import.meta.dirname, 'write-exports.main.ts'), fixtures], { env })
const files = languages.flatMap((language) => samplesIn(language).map(({ file }) => file))
// What is not guarded, to see that this would tell a formula if there were one.
for (const file of [...files, 'unguarded.csv']) {
  writeFileSync(join(fixtures, `${file}.json`), JSON.stringify(read(file)))
}
// As the house formats: a change of one cell is a change of one line.
execFileSync('npx', ['biome', 'format', '--write', fixtures])
rmSync(work, { recursive: true })
