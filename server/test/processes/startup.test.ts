import { expect, test } from 'vitest'
import { startServerProcess, urlOf } from '../support/server-process.ts'
import { temporaryFolder } from '../support/test-databases.ts'
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

test('an invalid value stops the start with one clear line', async () => {
  const server = startServerProcess({ DATA_DIR: temporaryFolder(), PORT: '80x' })
  expect(await server.ended).toBe(1)
  expect(server.text()).toBe('PORT must be from 0 to 65535, not "80x"\n')
})

const clear = { PUBLIC_URL: 'http://desk.example' }
const trial = { QUOTES: 'simulated', CALENDAR: 'always-open' }

test.each([
  ['with a public address without TLS', clear],
  ['on all interfaces', { HOST: '0.0.0.0' }],
])('demonstration accounts that others could reach %s stop the start', async (_, env) => {
  const server = startServerProcess({ DATA_DIR: temporaryFolder(), ...env })
  expect(await server.ended).toBe(1)
  expect(server.text()).toMatch(/^Others can reach this server without TLS .* DEMO=exposed .*\n$/)
})

test('such a demonstration starts if the operator says so, and its accounts stop the next start', async () => {
  const DATA_DIR = temporaryFolder()
  const demo = startServerProcess({ DATA_DIR, ...clear, DEMO: 'exposed' })
  expect((await signIn(await urlOf(demo))).status).toBe(200)
  demo.child.kill('SIGTERM')
  expect(await demo.ended).toBe(0)

  const server = startServerProcess({ DATA_DIR, DEMO: 'off', ...clear, ...trial })
  expect(await server.ended).toBe(1)
  expect(server.text()).toMatch(/^Others can reach this server/)
})

test('a server that others can reach starts with TLS', async () => {
  const env = { PUBLIC_URL: 'https://desk.example', HOST: '0.0.0.0' }
  const server = startServerProcess({ DATA_DIR: temporaryFolder(), ...env })
  expect((await signIn(await urlOf(server))).status).toBe(200)
})

test('a server that others can reach starts without the demonstration, and has no accounts', async () => {
  const server = startServerProcess({ DATA_DIR: temporaryFolder(), ...clear, ...trial, DEMO: 'off' })
  expect((await signIn(await urlOf(server))).status).toBe(403)
  expect(server.text()).not.toMatch(/@\w+\.example/)
})

test.each([
  ['QUOTES', { CALENDAR: 'jpx' }],
  ['CALENDAR', { QUOTES: 'simulated' }],
])('a server that others trade on does not start with the default of %s', async (name, env) => {
  const server = startServerProcess({ DATA_DIR: temporaryFolder(), ...clear, DEMO: 'off', ...env })
  expect(await server.ended).toBe(1)
  expect(server.text()).toMatch(new RegExp(`^${name} is not set, .* if this is a trial\\.\\n$`))
})
