import { expect, test } from 'vitest'
import { alderEmail, countMessagesTo } from '../support/account-fixtures.ts'
import { startTestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'

const ownSite = 'http://localhost:8080'
const env = { PUBLIC_URL: ownSite, VISITS_PER_SECOND: '5' }

/** What browsers send with a request that a page on another site causes. */
const crossSite = [
  ['an image', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['a script', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }],
  ['a fetch', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a fetch in an old browser', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
] as const

test.each(crossSite)('%s on another site causes no mail and uses up no limit', async (_, headers) => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [], env })
  const visitor = desk.person(alderEmail)
  for (let index = 0; index < 100; index += 1) {
    const path = index % 2 === 0 ? `/password/forgot-password/${alderEmail}` : '/version/web'
    expect((await visitor.calls(path, { headers })).status).toBe(403)
  }

  expect(await countMessagesTo(desk, alderEmail)).toBe(0)
  await visitor.signsIn()
})

test('an image on a page of our own changes nothing either', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [], env })
  const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }
  const { status } = await desk.person('').calls(`/password/forgot-password/${alderEmail}`, { headers })
  expect([status, await countMessagesTo(desk, alderEmail)]).toEqual([403, 0])
})

test.each([
  ['our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', origin: ownSite }, 200],
  ['a program', {}, 200],
  ['a browser that hides its origin', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }, 403],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
])('a log-in by %s', async (_, headers, status) => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [], env })
  const body = { email: alderEmail, password }
  expect((await desk.person(alderEmail).calls('/login', { body, headers })).status).toBe(status)
})
