import { execFileSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { demoAccounts } from '../../src/admin/demo/demo-accounts.ts'
import { startServerProcess, urlOf } from '../support/server-process.ts'
import { temporaryFolder } from '../support/test-databases.ts'
import { until } from '../support/until.ts'

const logged = (file: string): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('the terminal shows the address and the accounts, and the log is a file in the data folder', async () => {
  const folder = join(temporaryFolder(), 'data')
  const server = startServerProcess({ DATA_DIR: folder, LOG_FILE: '', LOG_LEVEL: 'info', ROBOTS: 'on' })
  const url = await urlOf(server)
  await fetch(`${url}/api/version/web`)
  await until('the accounts', async () => demoAccounts.every(({ email }) => server.text().includes(email)))

  const lines = server
    .text()
    .split('\n')
    .filter((line) => line.trim() !== '')
  expect(lines[0]).toBe(`Aitai is ready at ${url}`)
  expect(lines).toHaveLength(2 + demoAccounts.length)
  const file = join(folder, 'server.log')
  // The line is written after the reply.
  await until('the request', async () => logged(file).some(({ route }) => route === '/api/version/web'))
  expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
})

test('after a rotation a signal makes the server open a new file', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'server.log')
  const server = startServerProcess({ DATA_DIR: join(folder, 'data'), LOG_FILE: file, LOG_LEVEL: 'info' })
  const url = await urlOf(server)
  renameSync(file, `${file}.1`)

  server.child.kill('SIGHUP')
  expect(await until('the new file', async () => statSync(file, { throwIfNoEntry: false }))).toBeTruthy()
  await fetch(`${url}/api/version/web`)

  // The line is written after the response.
  await until('the request in the new file', async () => logged(file).some(({ msg }) => msg === 'request'))
})

test.runIf(process.platform === 'linux')('a full disk of the log ends nothing', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data')
  const server = startServerProcess({ DATA_DIR, LOG_LEVEL: 'debug', LOG_FILE: '/dev/full' })
  const url = await urlOf(server)
  for (let n = 0; n < 20; n += 1) expect((await fetch(`${url}/readyz`)).status).toBe(200)
  server.child.kill('SIGHUP')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)

  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a log that has lost lines is written again once its disk has room',
  async () => {
    const disk = temporaryFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk])
    onTestFinished(() => void execFileSync('umount', ['--lazy', disk]))
    const [LOG_FILE, filler] = [join(disk, 'server.log'), join(disk, 'filler')]
    writeFileSync(filler, Buffer.alloc(192 * 1_024))
    const DATA_DIR = join(temporaryFolder(), 'data')
    const server = startServerProcess({ DATA_DIR, LOG_LEVEL: 'info', LOG_FILE, METRICS: 'anyone' })
    const url = await urlOf(server)
    const lost = async (): Promise<number> => {
      const page = await (await fetch(`${url}/metrics`)).text()
      return Number(/^aitai_log_lines_lost_total (\d+)$/m.exec(page)?.[1])
    }
    // More than a mebibyte of lines.
    for (let n = 0; n < 200; n += 1)
      await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/api/login`, { method: 'POST' })))
    expect(await lost()).toBeGreaterThan(0)

    // The log itself would fill the small disk again.
    rmSync(filler)
    execFileSync('mount', ['-o', 'remount,size=16m', disk])
    const before = await until('a moment without losses', async () => {
      const [first, second] = [await lost(), await lost()]
      return first === second && second
    })
    await fetch(`${url}/api/version/web`)
    await until('the request in the log', async () =>
      logged(LOG_FILE).some(({ route }) => route === '/api/version/web'),
    )
    expect(await lost()).toBe(before)
  },
)
