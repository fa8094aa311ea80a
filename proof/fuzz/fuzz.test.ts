import { randomBytes } from 'node:crypto'
import { callsByName } from '@aitai/contract/calls.ts'
import { seededRandom } from '@aitai/server/quotes/seeded-random.ts'
import { expect, test } from 'vitest'
import { runFuzz } from './fuzz.ts'
import { type FuzzRequest, nextRequest } from './requests.ts'
import { type FuzzResponse, responseFaults } from './response-check.ts'
import { ValuePool } from './value-pool.ts'

const seed = process.env.SEED || randomBytes(6).toString('hex')

test(`500 generated requests cause no server fault, SEED=${seed}`, async () => {
  const { faults, statuses, reached } = await runFuzz({ requests: 500, seed, databaseUrl: null })

  expect(faults).toEqual([])
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(500)
  // It must get past authentication: most of the frequent calls succeed.
  expect(statuses.get(200)).toBeGreaterThan(100)
  expect(reached.size).toBeGreaterThan(12)
}, 60_000)

test('the same seed generates the same requests', () => {
  const made = () => {
    const draws = { chance: seededRandom(seed), pool: new ValuePool(), now: () => 0 }
    return Array.from({ length: 500 }, () => nextRequest(draws, () => draws.pool))
  }
  expect(made()).toEqual(made())
  const names = new Set(made().map(({ name }) => name))
  expect(names.size).toBeGreaterThan(Object.keys(callsByName).length / 2)
})

const request: FuzzRequest = {
  name: 'advertList',
  subject: 'trader',
  email: null,
  method: 'GET',
  path: '/api/advert/advert-list',
  headers: {},
  payload: null,
  body: null,
}
const fine: FuzzResponse = {
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
  text: '[]',
}

test.each([
  ['a server error', { status: 500, text: '{"errorCode":"INTERNAL"}' }],
  ['an undeclared failure', { status: 409, text: '{"errorCode":"ADVERT-ERROR-001"}' }],
  ['a stack trace', { text: '"Error: x\n    at serve (/srv/aitai/server/src/serve.ts:12:3)"' }],
  ['a query', { text: '"select * from person where email = 1"' }],
  ['a response that may be cached', { headers: { ...fine.headers, 'cache-control': 'public' } }],
  ['a response without security headers', { headers: { 'cache-control': 'no-store' } }],
])('the response check finds %s', (_, wrong) => {
  expect(responseFaults(request, fine)).toEqual([])
  expect(responseFaults(request, { ...fine, ...wrong })).not.toEqual([])
})
