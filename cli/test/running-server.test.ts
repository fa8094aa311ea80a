import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callApi, signIn } from '@aitai/contract/api-client.ts'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import { expect, test } from 'vitest'
import { addAlder, addAlderAlone, addTraderArguments, cliFor, emptyFolder } from './cli.ts'
import { startServerProcess } from './server-process.ts'

const empty = { DEMO: 'off' }
const password = 'a quiet harbour at dawn'

test('what is added while the server runs is available at once', async () => {
  const folder = await emptyFolder()
  const server = await startServerProcess(folder, empty)
  const aitai = cliFor(folder)
  await addAlder(aitai)
  await aitai.json([...addTraderArguments('emma@alder.example'), '--password-stdin'], password)

  const emma = await signIn(server.url, 'emma@alder.example', password)
  expect(await callApi(emma, userBrokersList)).toEqual([expect.objectContaining({ shortName: 'HIN' })])

  await aitai.json(['broker', 'add', 'KAE', '--name', 'Kaede'])
  await aitai.json(['broker', 'assign', 'KAE', '--firm', 'Alder'])
  const brokers = await callApi(emma, userBrokersList)
  expect(brokers.map(({ shortName }) => shortName)).toEqual(['HIN', 'KAE'])
  const file = join(folder, 'today.csv')
  const shipped = await readFile(new URL('../../server/data/equities.csv', import.meta.url), 'utf8')
  await writeFile(file, shipped.replace(/^8306\.T.*\n/m, '').replace('2905.5', '2950'))
  expect(await aitai.json(['equities', 'import', file])).toMatchObject({ removed: ['8306.T'] })
  const equities = await callApi(emma, getEquities)
  expect(equities.map(({ ric }) => ric)).not.toContain('8306.T')
  expect(equities.find(({ ric }) => ric === '7203.T')).toMatchObject({ closePrice: 2_950 })

  expect(await aitai.json(['status'])).toMatchObject({
    server: { running: true, pid: server.process.pid },
    openSessions: 1,
  })
  // The number as other programs print it.
  expect((await aitai(['status'])).out).toMatch(new RegExp(`^server\\.pid +${server.process.pid}$`, 'm'))
  expect(await aitai.json(['replay', '--verify'])).toMatchObject({
    verified: true,
    chain: { whole: true },
  })
})

test('only the owner of the data may use the socket, which is removed with the server', async () => {
  const folder = await emptyFolder()
  const server = await startServerProcess(folder, empty)
  const aitai = cliFor(folder)
  await addAlderAlone(aitai)

  expect((await stat(join(folder, 'aitai.sock'))).mode & 0o777).toBe(0o600)
  // A refusal of a running server is one line and exit code 1, too.
  expect(await aitai(['firm', 'add', 'alder'])).toEqual({
    code: 1,
    out: '',
    err: 'There is an institution named alder already.\n',
  })
  await server.end()
  await expect(stat(join(folder, 'aitai.sock'))).rejects.toThrow('ENOENT')
})

test('a server that is stopped when it reports ready ends in good order', async () => {
  for (let round = 0; round < 2; round += 1) {
    const server = await startServerProcess(await emptyFolder(), empty)
    await server.end()

    expect(server.process.exitCode).toBe(0)
  }
})

test('after a server was killed, its socket blocks neither admin commands nor the next server', async () => {
  const folder = await emptyFolder()
  const killed = await startServerProcess(folder, empty)
  const aitai = cliFor(folder)
  await aitai.json(['firm', 'add', 'Alder'])
  await killed.end('SIGKILL')
  expect((await stat(join(folder, 'aitai.sock'))).isSocket()).toBe(true)

  expect(await aitai.json(['status'])).toMatchObject({ server: { running: false }, firms: 1 })
  const next = await startServerProcess(folder, empty)
  expect(await aitai.json(['status'])).toMatchObject({ server: { pid: next.process.pid }, firms: 1 })
})

test('a data folder with a name too long for a socket works as well, with a runtime folder', async () => {
  const folder = join(await emptyFolder(), 'a-folder-with-a-very-long-name'.repeat(5))
  const runtime = { XDG_RUNTIME_DIR: await emptyFolder() }
  const server = await startServerProcess(folder, { ...empty, ...runtime })

  expect(await cliFor(folder, runtime).json(['status'])).toMatchObject({
    server: { pid: server.process.pid },
  })
})

test('if the data is locked and no server listens, an admin command reports it after a while', async () => {
  const folder = await emptyFolder()
  await startServerProcess(folder, empty)
  await rm(join(folder, 'aitai.sock'))

  const { code, out, err } = await cliFor(folder)(['status'])

  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('Another process is using the data')
  expect(err.trimEnd().split('\n')).toHaveLength(1)
})
