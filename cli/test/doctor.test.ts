import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { DoctorCheck, Examination } from '@aitai/server/admin/doctor/doctor.ts'
import { recordAuditEventAlone } from '@aitai/server/database/audit-events.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { expect, test } from 'vitest'
import { doctorReport } from '../src/commands/doctor.ts'
import { cliFor, emptyFolder } from './cli.ts'
import type { ProcessResult } from './run-script.ts'
import { startServerProcess } from './server-process.ts'

const near = { PUBLIC_URL: 'http://localhost:8080' }

/** Runs the doctor on a data folder, with more in its environment. */
const doctorIn = (
  { DATA_DIR, ...more }: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  words: readonly string[] = ['--json'],
): Promise<ProcessResult> => cliFor(DATA_DIR, { ...near, ...more })(['doctor', ...words])

const linesOf = ({ out }: ProcessResult): readonly DoctorCheck[] => (JSON.parse(out) as Examination).lines
const line = (result: ProcessResult, name: string): DoctorCheck | undefined =>
  linesOf(result).find((each) => each.name === name)
const failing = (result: ProcessResult): string[] =>
  linesOf(result)
    .filter(({ health }) => health === 'fail')
    .map(({ name }) => name)
/** Findings about this machine's own clock and disk do not concern the installation. */
const ofMachine = ['time server', 'disk']
const failingHere = (result: ProcessResult) => failing(result).filter((name) => !ofMachine.includes(name))

test('a healthy running server has no failed check, unless its demonstration can be reached by others', async () => {
  const folder = await emptyFolder()
  const server = await startServerProcess(folder, { ROBOTS: 'off', ...near })
  const result = await doctorIn({ DATA_DIR: folder })

  expect(failingHere(result)).toEqual([])
  expect(line(result, 'server')).toMatchObject({
    health: 'ok',
    says: expect.stringContaining('takes commands'),
  })
  expect(line(result, 'writes')).toMatchObject({ health: 'ok', says: expect.stringMatching(/^Confirmed in/) })
  expect(line(result, 'quotes')?.says).toContain('simulated: the newest')
  expect(line(result, 'sync')).toMatchObject({ health: 'ok' })
  expect(line(result, 'journal')).toMatchObject({ health: 'ok' })
  expect(line(result, 'accounts')).toMatchObject({ health: 'ok' })
  const { out } = await doctorIn({ DATA_DIR: folder }, [])
  expect(out.split('\n').filter((each) => /^(ok|warn|fail) /.test(each))).toHaveLength(linesOf(result).length)

  // The demonstration accounts must not be reachable from other machines.
  await server.end()
  const unreachable = await doctorIn({ DATA_DIR: folder, PUBLIC_URL: 'http://desk.invalid' })
  expect(line(unreachable, 'accounts')).toMatchObject({ health: 'fail' })
  expect(failingHere(unreachable)).toEqual(['accounts', 'secrets'])
})

test('a stopped installation is checked as well, and the exit code says whether a check failed', async () => {
  const folder = await emptyFolder()
  await cliFor(folder)(['firm', 'add', 'Alder'])
  const well = await doctorIn({ DATA_DIR: folder })

  expect(line(well, 'server')).toMatchObject({ health: 'warn', says: 'Does not run.' })
  expect(failingHere(well)).toEqual([])
  expect(well.code).toBe(failing(well).length > 0 ? 1 : 0)
})

test('the data must be readable by its owner only', async () => {
  const folder = await emptyFolder()
  await writeFile(join(folder, 'old.db'), '')
  await chmod(join(folder, 'old.db'), 0o644)
  const result = await doctorIn({ DATA_DIR: folder })

  expect(result.code).toBe(1)
  expect(result.err).toMatch(/^\d+ of \d+ lines say fail\.\n$/)
  expect(line(result, 'rights')).toMatchObject({ health: 'fail', says: 'Others may read the data: old.db.' })
})

test('mail and SMS are checked, and none of their secrets is printed', async () => {
  const folder = await emptyFolder()
  await cliFor(folder)(['firm', 'add', 'Alder'])
  const closed = await closedPort()
  const secrets = {
    SMTP_URL: `smtp://user:planted-secret-password@127.0.0.1:${closed}`,
    SMS_TOKEN: 'planted-secret-token',
  }
  const result = await doctorIn({ DATA_DIR: folder, ...secrets, SMS_URL: `http://127.0.0.1:${closed}/sms` })

  expect(failingHere(result)).toEqual(['mail', 'sms'])
  expect(line(result, 'secrets')).toMatchObject({ health: 'warn', says: 'SMS_TOKEN is short.' })
  expect(result.out + result.err).not.toContain('planted-secret')
})

/** A port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('if the data cannot be opened the other checks run all the same, without an address', async () => {
  const folder = await emptyFolder()
  await writeFile(
    join(folder, 'aitai.db'),
    'no database at all, but long enough to be read as one'.repeat(100),
  )
  const damaged = await doctorIn({ DATA_DIR: folder })
  const away = await doctorIn({
    DATA_DIR: folder,
    DATABASE_URL: `postgres://u:planted-secret@127.0.0.1:${await closedPort()}/x`,
  })
  const wrong = await doctorIn({ DATA_DIR: folder, PORT: 'planted-secret' })

  expect(failing(damaged)).toContain('data')
  expect(line(damaged, 'data')?.says).toContain('is damaged')
  expect(line(damaged, 'runtime')).toMatchObject({ health: 'ok' })
  expect(line(away, 'data')?.says).toMatch(
    /^DATABASE_URL: the database at 127\.0\.0\.1:\d+ cannot be used: the connection was refused\. Start it/,
  )
  expect(away.out + away.err).not.toContain('planted-secret')
  expect(wrong).toMatchObject({ code: 1 })
  expect(line(wrong, 'configuration')).toMatchObject({ health: 'fail' })
  for (const result of [damaged, away, wrong]) expect(result.code).toBe(1)
})

test('a clock that was set back behind the newest entry is reported', async () => {
  const folder = await emptyFolder()
  const aitai = cliFor(folder)
  await aitai(['firm', 'add', 'Alder'])
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null })
  await recordAuditEventAlone(db, { actor: 'system', action: 'loginFailed' }, Date.now() + 3_600_000)
  await close()

  expect(line(await doctorIn({ DATA_DIR: folder }), 'clock')).toMatchObject({ health: 'fail' })
})

test('each line has the status, the name and the finding, and below it what to do', () => {
  const lines: readonly DoctorCheck[] = [
    { name: 'disk', health: 'ok', says: '10.0 GiB free, 50 %.', todo: '' },
    { name: 'journal', health: 'fail', says: 'entry 3 is missing.', todo: 'Restore.' },
  ]

  expect(doctorReport(lines)).toBe(
    [
      'ok    disk     10.0 GiB free, 50 %.',
      'fail  journal  entry 3 is missing.',
      '               → Restore.',
    ].join('\n'),
  )
})

test('a command that reads creates nothing, and says what is wrong with DATA_DIR', async () => {
  const folder = join(await emptyFolder(), 'misspelt')
  const status = await cliFor(folder)(['status'])
  const result = await doctorIn({ DATA_DIR: folder })

  const message = `DATA_DIR: there is no installation in ${folder}. Name the folder of the server's data, or start the server once.`
  expect(status).toEqual({ code: 1, out: '', err: `${message}\n` })
  expect(line(result, 'data')).toMatchObject({ health: 'fail', says: message })
  expect(existsSync(folder)).toBe(false)
})

test('people must not trade on the defaults of a trial, nor on invented securities', async () => {
  const folder = await emptyFolder()
  await cliFor(folder)(['firm', 'add', 'Alder'])
  const env = { DATA_DIR: folder, DEMO: 'off', PUBLIC_URL: 'https://desk.invalid' }
  const trials = (result: ProcessResult) =>
    linesOf(result)
      .filter(({ name }) => name === 'trial')
      .map(({ health, says }) => `${health} ${says.split(':')[0]}`)

  expect(trials(await doctorIn(env))).toEqual([
    'fail Prices are invented',
    'fail The market never closes',
    'warn The securities are those of the release, and their closes are invented.',
  ])
  expect(trials(await doctorIn({ ...env, QUOTES: 'simulated', CALENDAR: 'jpx' }))).toEqual([
    'warn Prices are invented',
    'warn The securities are those of the release, and their closes are invented.',
  ])
  expect(
    trials(
      await doctorIn({ ...env, QUOTES: 'http', FEED_TOKEN: 'c29tZSByYW5kb20gdG9rZW4', CALENDAR: 'jpx' }),
    ),
  ).toEqual(['fail The securities are those of the release, and their closes are invented.'])
})

test('a wrong value and a misspelt variable give the same line in doctor and status', async () => {
  const folder = await emptyFolder()
  for (const [env, message] of [
    [{ TRUST_PROXY: 'garbage' }, /^TRUST_PROXY must be addresses or networks/],
    [{ CALENDER: 'jpx' }, /^CALENDER is not a variable of Aitai\. Did you mean CALENDAR\?/],
    [
      { DATABASE_URL: 'postgres://aitai:planted-secret@ss:w/o?r#d@localhost/aitai' },
      /^DATABASE_URL must be like/,
    ],
  ] as const) {
    const status = await cliFor(folder, env)(['status'])
    const result = await doctorIn({ DATA_DIR: folder, ...env })
    expect([status.code, status.out]).toEqual([1, ''])
    expect(status.err).toMatch(message)
    expect(status.err.trim()).not.toContain('\n')
    expect(line(result, 'configuration')?.says).toMatch(message)
    expect(status.err + result.out).not.toContain('planted-secret')
  }
})
