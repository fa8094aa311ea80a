import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { backOffice, done, emptyFolder, trader, withAlder } from './back-office.ts'

const keeper = fileURLToPath(new URL('./keeper.ts', import.meta.url))
const shipped = fileURLToPath(new URL('../../server/data/equities.csv', import.meta.url))

/** A process that has the data for itself and serves the back office, as the server does. */
async function keep(dataDir: string): Promise<ChildProcess> {
  const child = fork(keeper, [dataDir], { execArgv: [] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await once(child, 'message')
  return child
}

/** How often the keeper brought itself in step with changed reference data. */
async function refreshes(child: ChildProcess): Promise<number> {
  child.send('refreshes?')
  const [count] = await once(child, 'message')
  return count as number
}

test('every command works while a server has the data, and the server hears of each change at once', async () => {
  const folder = await emptyFolder()
  const child = await keep(folder)
  const aitai = backOffice(folder)

  await withAlder(aitai)
  expect(await refreshes(child)).toBe(3)
  expect(await done(aitai(trader('emma@alder.example')))).toMatchObject({ firstLogin: true })
  expect(await done(aitai(['equities', 'import', shipped]))).toMatchObject({ applied: true })
  expect(await refreshes(child)).toBe(5)

  expect(await done(aitai(['equities', 'import', shipped]))).toMatchObject({ applied: false })
  expect(await done(aitai(['broker', 'assign', '--firm', 'Alder', '--short-name', 'HIN']))).toMatchObject({
    changed: false,
  })
  expect(await done(aitai(['user', 'list']))).toHaveLength(1)
  expect((await aitai(['outbox'])).out).toContain('emma@alder.example')
  expect(await done(aitai(['replay', '--verify']))).toMatchObject({ verified: true, entries: 0 })
  expect(await done(aitai(['status']))).toMatchObject({ server: { running: true, pid: child.pid } })
  expect(await refreshes(child)).toBe(5)
})

test('a refusal of a running server is one line and exit code 1, too', async () => {
  const folder = await emptyFolder()
  await keep(folder)
  const aitai = backOffice(folder)
  await withAlder(aitai)

  expect(await aitai(['firm', 'add', '--name', 'Alder'])).toEqual({
    code: 1,
    out: '',
    err: 'There is an institution named Alder already.\n',
  })
})

test('the socket is for the owner of the data alone', async () => {
  const folder = await emptyFolder()
  await keep(folder)

  expect((await stat(join(folder, 'aitai.sock'))).mode & 0o777).toBe(0o600)
})

test('after a server was killed, its socket stops neither the back office nor the next server', async () => {
  const folder = await emptyFolder()
  const killed = await keep(folder)
  const aitai = backOffice(folder)
  await withAlder(aitai)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect((await stat(join(folder, 'aitai.sock'))).isSocket()).toBe(true)

  expect(await done(aitai(['status']))).toMatchObject({ server: { running: false }, firms: 1 })
  const next = await keep(folder)
  expect(await done(aitai(['status']))).toMatchObject({ server: { running: true, pid: next.pid }, firms: 1 })
})

test('a data folder with a name too long for a socket works as well', async () => {
  const folder = join(await emptyFolder(), 'a-folder-with-a-very-long-name'.repeat(5))
  const child = await keep(folder)

  expect(await done(backOffice(folder)(['status']))).toMatchObject({ server: { pid: child.pid } })
})

test('who does not listen keeps the data: the back office says so after a while, in one line', async () => {
  const folder = await emptyFolder()
  await keep(folder)
  await rm(join(folder, 'aitai.sock'))

  const { code, out, err } = await backOffice(folder)(['status'])

  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('Another process is using the data')
  expect(err.trimEnd().split('\n')).toHaveLength(1)
})
