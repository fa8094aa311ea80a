import { calls } from '@aitai/contract/calls.ts'
import { describe, expect, test } from 'vitest'
import { defaultLimitsEnv, pollFor, startWithOneUser } from './call-fixtures.ts'

describe('7 Calls', () => {
  // spec: 7.base.1
  test('7.base.1 The base is the configured API host, written {api}.', async () => {
    const { desk, alder } = await startWithOneUser()
    const bearer = { authorization: `Bearer ${alder.token}` }

    expect((await fetch(`${desk.url}/api/user/my-details`, { headers: bearer })).status).toBe(200)
    // Without the base path there are only the pages of the client.
    const page = await fetch(`${desk.url}/user/my-details`, { headers: bearer })
    expect(page.headers.get('content-type')).not.toMatch(/json/)
    expect(await page.text()).not.toContain('credibilityRating')
    expect((await fetch(`${desk.url}/api/version/web`)).status).toBe(200)
  })

  // spec: 7.base.2
  test('7.base.2 Authenticated calls carry an Authorization Bearer header.', async () => {
    const { desk, alder } = await startWithOneUser()
    const path = '/advert/advert-list'
    const { token } = alder

    expect(await alder.asks(path)).toEqual([])
    const ways = [
      { path, headers: {} },
      { path, headers: { authorization: `Basic ${token}` } },
      { path, headers: { authorization: `${token}` } },
      { path, headers: { cookie: `userToken=${token}` } },
      { path: `${path}?userToken=${token}&token=${token}&access_token=${token}`, headers: {} },
    ]
    for (const way of ways)
      expect(await alder.isRefused(way.path, { token: null, headers: way.headers })).toMatchObject({
        status: 401,
        errorCode: 'NOT_SIGNED_IN',
        reason: 'NOT_SIGNED_IN',
      })
    const nobody = { headers: { authorization: `Bearer ${token}x` }, token: null }
    expect((await desk.person('').isRefused(path, nobody)).status).toBe(401)
  })

  // spec: 7.base.3
  test('7.base.3 Responses not described here are not shown.', async () => {
    const { desk } = await startWithOneUser()
    const { paths } = await desk
      .person('')
      .asks<{ paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }>('/docs/json')

    // Our own documents describe the reply of every call.
    for (const { method, path } of calls) {
      const described = paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
      expect(described?.responses['200'], path).toHaveProperty('content')
    }
  })
})

const minute = 60_000

describe('7 Calls, polled', () => {
  test.each([
    // spec: 7.account.5
    ['7.account.5 GET {api}/user/my-details | Polled every 15 minutes.', '/user/my-details', 15 * minute, 8],
    // spec: 7.account.17
    ['7.account.17 GET {api}/version/web | Polled every 1 hour.', '/version/web', 60 * minute, 3],
    // spec: 7.reference.6
    ['7.reference.6 GET /user/ioi-counts: Polled every 5 s.', '/user/ioi-counts', 5_000, 60],
  ])('%s', async (_, path, everyMs, times) => {
    const { desk, alder } = await startWithOneUser({ env: defaultLimitsEnv })
    await pollFor(desk, alder, path, everyMs, times)
  })

  // spec: 7.locates.6
  test('7.locates.6 GET /connection-agreement/broker-user-execution-listing: Polled every 10 s.', async () => {
    const { desk } = await startWithOneUser({ env: defaultLimitsEnv })
    const hinoki = await desk.broker('hinoki')
    await pollFor(desk, hinoki, '/connection-agreement/broker-user-execution-listing', 10_000, 30)
  })
})
