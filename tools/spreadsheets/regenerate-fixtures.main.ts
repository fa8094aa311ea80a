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
 * writes sample exports and how LibreOffice reads them into `fixtures`, with the settings of a user in Tokyo:
 * UTF-8, Japanese, and the detection of numbers in every format. Only a change of the export's escaping or
 * of a sampled column needs it; a new history column does not.
 */
const fixtures = join(import.meta.dirname, 'fixtures')
const work = mkdtempSync(join(tmpdir(), 'aitai-spreadsheets-'))
const libreOffice = (...args: readonly string[]): string =>
  execFileSync('soffice', ['--headless', `-env:UserInstallation=file://${work}/profile`, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })

/** Delimiter, quote, UTF-8, first row, no fixed columns, Japanese; quoted fields may be numbers. */
const inputFilter = (file: string): string => `CSV:${file.endsWith('.tsv') ? 9 : 44},34,76,1,,1041,false,true`

function read(file: string): LibreOfficeReading {
  const path = join(fixtures, file)
  libreOffice(`--infilter=${inputFilter(file)}`, '--convert-to', 'fods', '--outdir', work, path)
  const converted = join(work, basename(file).replace(/\.[ct]sv$/, '.fods'))
  const [by = ''] = /LibreOffice \S+/.exec(libreOffice('--version')) ?? []
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  return { by, sha256, rows: parseCells(readFileSync(converted, 'utf8')) }
}

const env = { ...process.env, TZ: 'Asia/Tokyo' }
execFileSync(process.execPath, [join(import.meta.dirname, 'write-exports.main.ts'), fixtures], { env })
const files = languages.flatMap((language) => samplesIn(language).map(({ file }) => file))
// A file without escaping shows that a formula would be found.
for (const file of [...files, 'unguarded.csv']) {
  writeFileSync(join(fixtures, `${file}.json`), JSON.stringify(read(file)))
}
// Formatted, so that a change of one cell is a change of one line.
execFileSync('npx', ['biome', 'format', '--write', fixtures])
rmSync(work, { recursive: true })
