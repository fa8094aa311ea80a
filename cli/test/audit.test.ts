import { exec } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { callApi, signIn } from '@aitai/contract/api-client.ts'
import { advertList } from '@aitai/contract/routes/adverts.ts'
import { expect, test } from 'vitest'
import { periodBoundary } from '../src/times.ts'
import { addAlder, addAlderAlone, addTraderArguments, type Cli, cliFor, emptyFolder } from './cli.ts'
import { startServerProcess } from './server-process.ts'

const program = fileURLToPath(new URL('../aitai.mjs', import.meta.url))
const password = 'a quiet harbour at dawn'
const today = ['--from', '2020-01-01', '--to', '2040-01-01', '--reason', 'an inspection']
const exporting = ['audit', 'export', ...today]

interface Exported {
  readonly final: boolean
  readonly sha256: string
  readonly records: Readonly<Record<string, number>>
}

/** The audit events of the trail, as an export shows them. */
async function auditLines(aitai: Cli): Promise<Record<string, unknown>[]> {
  const { code, out } = await aitai([...exporting, '--format', 'json'])
  expect(code).toBe(0)
  const lines = out.trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'auditEvent')
}

test('an export of a stopped installation goes to standard output, and its digest to standard error', async () => {
  const aitai = cliFor(await emptyFolder())
  await addAlderAlone(aitai)

  const { code, out, err } = await aitai(exporting)

  expect(code).toBe(0)
  expect(out.startsWith('\uFEFFkind,seq,part,at,')).toBe(true)
  expect(out.trimEnd().split('\r\n')).toHaveLength(2)
  expect(err).toMatch(
    /^1 record, SHA-256 [0-9a-f]{64}\. The period is not over: more records will follow\.\n$/,
  )
  expect((await auditLines(aitai)).map(({ action }) => action).slice(-2)).toEqual([
    'auditExportRequested',
    'auditExportWritten',
  ])
  const past = ['audit', 'export', '--from', '2020-01-01', '--to', '2020-12-31', '--reason', 'an inspection']
  expect((await aitai(past)).err).toMatch(/^0 records, SHA-256 [0-9a-f]{64}\.\n$/)
})

// The unit gives the server a folder for temporary files of its own, and lets it write nowhere but in its data.
test('an export of a running server to standard output needs no folder but that of its data', async () => {
  const folder = await emptyFolder()
  await startServerProcess(folder, { DEMO: 'off' })
  const before = (await readdir(folder)).toSorted()

  const { code, out } = await cliFor(folder, { TMPDIR: '/no/such/folder' })(exporting)

  expect([code, out.slice(0, 10)]).toEqual([0, '\uFEFFkind,seq,'])
  expect((await readdir(folder)).toSorted()).toEqual(before)
})

test('an export whose reader ends early leaves no copy behind', async () => {
  const folder = await emptyFolder()
  await addAlderAlone(cliFor(folder))

  const line = `${process.execPath} ${program} ${exporting.slice(0, -1).join(' ')} inspection | head -c 0`
  await promisify(exec)(line, { env: { PATH: process.env.PATH, DATA_DIR: folder } })

  expect((await readdir(folder)).filter((name) => name.startsWith('.export-'))).toEqual([])
})

test('an export of a running server is a file on its machine, and contains what was just done', async () => {
  const folder = await emptyFolder()
  const server = await startServerProcess(folder, { DEMO: 'off' })
  const aitai = cliFor(folder)
  await addAlderAlone(aitai)
  await aitai.json([...addTraderArguments('emma@alder.example'), '--password-stdin'], password)
  expect(await aitai.json(['audit', 'verify'])).toMatchObject({
    verified: true,
    audit: { whole: true, seq: 2 },
    journal: { whole: true },
  })
  const emma = await signIn(server.url, 'emma@alder.example', password)
  await callApi(emma, advertList)
  const file = join(folder, 'export.csv')

  const result = (await aitai.json([...exporting, '--output', file])) as Exported

  const text = await readFile(file, 'utf8')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(result.records.total).toBe(text.trimEnd().split('\r\n').length - 1)
  expect(text).toContain('changeReference')
  expect(text).not.toContain('emma@alder.example')
  expect(text).not.toContain(password)
  expect(await aitai([...exporting, '--output', file])).toEqual({
    code: 1,
    out: '',
    err: `${file} is there already, and nothing is overwritten.\n`,
  })
  expect((await auditLines(aitai)).filter(({ action }) => action === 'auditExportRequested')).toHaveLength(2)
})

test('a day is a day in Tokyo, and its end is included; a time needs its zone', () => {
  expect(periodBoundary('from', '2026-11-20')).toBe(Date.UTC(2026, 10, 19, 15))
  expect(periodBoundary('to', '2026-11-20')).toBe(Date.UTC(2026, 10, 20, 15))
  expect(periodBoundary('to', '2026-11-20T10:00+09:00')).toBe(Date.UTC(2026, 10, 20, 1))
  for (const wrong of ['2026-02-30', '2026-13-01', '2026-11-20T10:00', 'today'])
    expect(() => periodBoundary('from', wrong), wrong).toThrow('--from')
  expect(() => periodBoundary('from', '25/11/2026')).toThrow(
    '--from must be a day in Tokyo such as 2026-11-20, a time such as 2026-11-20T01:00:00Z, or HH:MM in UTC today',
  )
})

test.each([
  ['without a reason', exporting.slice(0, -2), '--reason is missing'],
  ['without a period', ['audit', 'export', '--reason', 'x'], '--from is missing'],
  ['for JSON on standard output', [...exporting, '--json'], '--json needs --output'],
  ['in another format', [...exporting, '--format', 'xml'], '--format must be one of csv, json'],
])('asked %s the usage is shown with exit code 2', async (_, words, why) => {
  const { code, err } = await cliFor(await emptyFolder())(words)

  expect(code).toBe(2)
  expect(err).toContain(why)
})

/** Changes the database as someone with access to the file could. */
function tampers(folder: string, ...statements: readonly string[]): void {
  const database = new DatabaseSync(join(folder, 'aitai.db'))
  database.exec('drop trigger if exists audit_no_update; drop trigger if exists audit_no_delete')
  for (const statement of statements) database.exec(statement)
  database.close()
}

test('a changed audit event fails the check with exit code 1, and the doctor says so', async () => {
  const folder = await emptyFolder()
  const aitai = cliFor(folder)
  await addAlderAlone(aitai)
  tampers(folder, "update audit set actor = 'staff:somebody' where seq = 1")

  const { code, out, err } = await aitai(['audit', 'verify', '--json'])

  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('does not verify') })
  expect(JSON.parse(out)).toMatchObject({ verified: false, audit: { whole: false, seq: 1 } })
  const examined = await aitai(['doctor', '--json'])
  const { lines } = JSON.parse(examined.out) as { lines: { name: string; health: string }[] }
  expect(examined.code).toBe(1)
  expect(lines.find(({ name }) => name === 'audit trail')).toMatchObject({ health: 'fail' })
})

test('a trail that was truncated together with its stored end is detected with a manifest stored elsewhere', async () => {
  const [folder, otherFolder] = [await emptyFolder(), await emptyFolder()]
  const aitai = cliFor(folder)
  await addAlder(aitai)
  const file = join(otherFolder, 'night.db')
  await aitai.json(['backup', file])
  const manifest = ['audit', 'verify', '--manifest', `${file}.json`]
  expect(await aitai.json(manifest)).toMatchObject({ verified: true, known: true })

  tampers(
    folder,
    'delete from audit where seq > 2',
    'update audit_end set seq = 2, hash = (select hash from audit where seq = 2)',
  )

  expect(await aitai.json(['audit', 'verify'])).toMatchObject({ verified: true, known: null })
  const { code, out } = await aitai([...manifest, '--json'])
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 1, verified: false, known: false })
  await writeFile(`${file}.json`, 'nothing')
  expect(await aitai(manifest)).toMatchObject({ code: 1, err: `${file}.json is no manifest of a backup.\n` })
})
