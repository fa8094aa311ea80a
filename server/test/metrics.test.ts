import { expect, test } from 'vitest'
import { isFromHere } from '../src/metrics.ts'
import { startDesk } from './desk.ts'

const page = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}/metrics`, { headers })
  return { status: answer.status, text: await answer.text() }
}

test('the figures tell totals, and nothing of any user, firm, security, IOI or locate', async () => {
  const desk = await startDesk()
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  await alder.listens()
  await birch.listens()
  const bought = await alder.advertises('BUY', '7203.T', 731_900)
  await birch.advertises('SELL', '7203.T', 731_900)
  await alder.accepts(await alder.isLocated(bought.id))

  const { status, text } = await page(desk.url)
  expect(status).toBe(200)
  expect(text).toContain('aitai_http_requests_total{kind="desk change",status="200"}')
  expect(text).toMatch(/^aitai_sockets 2$/m)
  expect(text).toMatch(/^aitai_ready 1$/m)
  const secrets = ['alder', 'birch', '7203', '731900', bought.id, bought.securityId, alder.token ?? 'none']
  expect(secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
  expect(text).not.toMatch(/locate|advert|connect|agreement/i)
})

test('they are there for this machine alone, unless the operator says otherwise', async () => {
  const desk = await startDesk({ firms: [], brokers: [] })
  const nothing = await fetch(`${desk.url}/api/none`)
  const refused = await page(desk.url, { 'x-forwarded-for': '203.0.113.7' })
  expect(refused).toEqual({ status: nothing.status, text: await nothing.text() })

  const off = await startDesk({ firms: [], brokers: [], env: { METRICS: 'off' } })
  expect((await page(off.url)).text).not.toContain('aitai_')
  const open = await startDesk({ firms: [], brokers: [], env: { METRICS: 'anyone' } })
  expect((await page(open.url, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)
})

test.each([
  ['127.0.0.1', { host: 'localhost:8080' }, true],
  ['::1', { host: '[::1]:8080' }, true],
  ['127.0.0.1', { host: 'desk.example' }, false],
  ['127.0.0.1', { host: 'localhost', via: '1.1 proxy' }, false],
  ['203.0.113.7', { host: 'localhost' }, false],
])('a request from %s with %o is from this machine: %s', (ip, headers, fromHere) => {
  expect(isFromHere({ ip, headers })).toBe(fromHere)
})
