import { expect, test } from 'vitest'
import { startServerProcess, temporaryFolder, urlOf } from '../support/server-process.ts'
import { until } from '../support/until.ts'

const signIn = (url: string): Promise<Response> =>
  fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'trader@alder.example', password: 'correct-horse-aitai' }),
  })

test('it prints its address and the accounts with a warning, and stops on a signal', async () => {
  const DATA_DIR = temporaryFolder()
  const server = startServerProcess({ DATA_DIR })
  const url = await urlOf(server)
  await until('the accounts', async () => server.text().includes('twofactor@birch.example'))
  expect(server.text()).toMatch(/For trying only/)
  expect((await signIn(url)).status).toBe(200)

  const second = startServerProcess({ DATA_DIR })
  expect(await second.ended).toBe(1)
  expect(second.text()).toMatch(/^Another process is using the data in .*\n$/)
  const taken = startServerProcess({ DATA_DIR: temporaryFolder(), PORT: new URL(url).port })
  expect(await taken.ended).toBe(1)
  expect(taken.text()).toMatch(/^Port \d+ is in use\. .*\n$/)

  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  const again = startServerProcess({ DATA_DIR })
  expect((await signIn(await urlOf(again))).status).toBe(200)
  again.child.kill('SIGINT')
  expect(await again.ended).toBe(0)
})

test('without the demonstration there are no accounts', async () => {
  const server = startServerProcess({ DATA_DIR: temporaryFolder(), DEMO: 'off' })
  const url = await urlOf(server)
  expect((await signIn(url)).status).toBe(403)
  expect(server.text()).not.toContain('example')
})

test.each([
  [{ PORT: '80x' }, 'PORT must be from 0 to 65535, not "80x"'],
  [{ CALENDAR: 'nyse' }, 'CALENDAR must be one of always-open, jpx, not "nyse"'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres://'],
  [{ PUBLIC_URL: 'aitai' }, 'PUBLIC_URL must be a URL, not "aitai"'],
  [{ DEMO: 'maybe' }, 'DEMO must be one of on, off, exposed, not "maybe"'],
  [{ METRICS: 'loopback' }, 'METRICS must be off, anyone or a port, not "loopback"'],
  [{ CHANGES_PER_SECOND: '0' }, 'CHANGES_PER_SECOND must be a whole number above 0, not "0"'],
])('an invalid value %o stops the start with one clear line', async (env, line) => {
  const server = startServerProcess({ DATA_DIR: temporaryFolder(), ...env })
  expect(await server.ended).toBe(1)
  expect(server.text()).toBe(`${line}\n`)
})

const clear = { PUBLIC_URL: 'http://desk.example' }

test.each([
  ['with a public address without TLS', clear],
  ['on all interfaces', { HOST: '0.0.0.0' }],
])('demonstration accounts that others could reach %s stop the start', async (_, env) => {
  const server = startServerProcess({ DATA_DIR: temporaryFolder(), ...env })
  expect(await server.ended).toBe(1)
  expect(server.text()).toMatch(/^Others can reach this server without TLS .* DEMO=exposed .*\n$/)
})

test('accounts of an earlier demonstration stop the start too', async () => {
  const DATA_DIR = temporaryFolder()
  const demo = startServerProcess({ DATA_DIR })
  await urlOf(demo)
  demo.child.kill('SIGTERM')
  expect(await demo.ended).toBe(0)

  const server = startServerProcess({ DATA_DIR, DEMO: 'off', ...clear })
  expect(await server.ended).toBe(1)
  expect(server.text()).toMatch(/^Others can reach this server/)
})

test.each<[string, Record<string, string>]>([
  ['with TLS', { PUBLIC_URL: 'https://desk.example', HOST: '0.0.0.0' }],
  ['without the demonstration', { ...clear, DEMO: 'off' }],
  ['if the operator says so', { ...clear, DEMO: 'exposed' }],
])('a server that others can reach starts %s', async (_, env) => {
  const server = startServerProcess({ DATA_DIR: temporaryFolder(), ...env })
  const status = env.DEMO === 'off' ? 403 : 200
  expect((await signIn(await urlOf(server))).status).toBe(status)
})
