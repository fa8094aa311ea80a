import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { auditEvents } from '../../support/operator.ts'
import { startTestServer } from '../../support/test-server.ts'
import { begins, completes, returns, signsInAt, startProvider } from '../sign-on/test-provider.ts'

const email = 'trader@alder.example'
const refused = { status: 403, body: { errorCode: 'PROVIDER_REFUSED' } }

/** A query with one value replaced, or removed. */
function changed(query: string, name: string, value: string | null): string {
  const values = new URLSearchParams(query)
  if (value === null) values.delete(name)
  else values.set(name, value)
  return values.toString()
}

/** Changes what this process sends to the token address of a provider until the returned function is called. */
function changesTokenRequests(change: (body: URLSearchParams) => void): () => void {
  const { fetch: network } = globalThis
  globalThis.fetch = async (input, init) => {
    if (!String(input instanceof Request ? input.url : input).endsWith('/token'))
      return await network(input, init)
    const body = new URLSearchParams(String(init?.body))
    change(body)
    return await network(input, { ...init, body })
  }
  return () => {
    globalThis.fetch = network
  }
}

test.each([
  ['without the verifier', (body: URLSearchParams) => body.delete('code_verifier')],
  ['with another verifier', (body: URLSearchParams) => body.set('code_verifier', 'v'.repeat(43))],
])('a code that is exchanged %s is refused by the provider', async (_, change) => {
  const desk = await startTestServer()
  const user = desk.person(email)
  const provider = await startProvider(desk)
  const sent = await returns(provider, user, email)
  const verifiers: (string | null)[] = []
  const restore = changesTokenRequests((body) => {
    verifiers.push(body.get('code_verifier'))
    change(body)
  })

  expect(await completes(user, sent).finally(restore)).toMatchObject(refused)
  // The product had sent one of 256 bits.
  expect(verifiers).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
})

test('a code that has signed in is of no use again, in a new sign-in with its own state', async () => {
  const desk = await startTestServer()
  const user = desk.person(email)
  const provider = await startProvider(desk)
  const first = await returns(provider, user, email)
  const code = new URLSearchParams(first.query).get('code')
  expect((await completes(user, first)).status).toBe(200)

  const { redirect } = await begins(user, email)
  const state = new URL(redirect?.url ?? '').searchParams.get('state')
  const query = changed(changed(first.query, 'state', state), 'code', code)
  expect(await completes(user, { attempt: redirect?.attempt, query })).toMatchObject(refused)
})

test.each([
  ['another state', 'state', 'x'.repeat(43)],
  ['no state', 'state', null],
  ['the issuer of somebody else', 'iss', 'https://login.evil.example'],
  ['no issuer, although the provider always names it', 'iss', null],
  ['no code', 'code', null],
] as const)('a response with %s signs nobody in, and is recorded', async (_, name, value) => {
  const desk = await startTestServer()
  const user = desk.person(email)
  const provider = await startProvider(desk)
  const sent = await returns(provider, user, email)
  expect(new URLSearchParams(sent.query).has(name)).toBe(true)

  const wrong = { ...sent, query: changed(sent.query, name, value) }
  expect(await completes(user, wrong)).toMatchObject(refused)
  expect(await auditEvents(desk, 'providerLoginFailed')).toHaveLength(1)
  // It was used up by that, so that nobody tries again with the right values.
  expect(await completes(user, sent)).toMatchObject(refused)
})

test('the code of one provider is not sent to another one, whose sign-in it is presented for (mix-up)', async () => {
  const desk = await startTestServer()
  const alder = await startProvider(desk)
  const birch = await startProvider(desk, { firm: 'Birch', domains: ['birch.example'] })
  const victim = desk.person('trader@birch.example')
  const stolen = await returns(birch, victim, victim.email)
  // A sign-in at Alder's provider, which then sees the code of Birch's unless the response is checked before.
  const { redirect } = await begins(victim, email)
  const state = new URL(redirect?.url ?? '').searchParams.get('state')
  const query = changed(stolen.query, 'state', state)
  const codesAt = () => alder.requests.filter((path) => path.startsWith('/token')).length

  expect(await completes(victim, { attempt: redirect?.attempt, query })).toMatchObject(refused)
  expect(codesAt()).toBe(0)
  // Nor if the response names Alder's provider: the code is none of its codes.
  const again = await begins(victim, email)
  const states = new URL(again.redirect?.url ?? '').searchParams
  const claimed = changed(changed(stolen.query, 'state', states.get('state')), 'iss', alder.issuer)
  expect(await completes(victim, { attempt: again.redirect?.attempt, query: claimed })).toMatchObject(refused)
  expect(codesAt()).toBe(1)
  // The code is still good where it belongs, so it was the sign-in that was refused.
  expect(await completes(victim, stolen)).toMatchObject({ status: 200 })
})

test.each(['/.well-known/openid-configuration', '/token', '/jwks'])(
  'a redirect of %s leads the server to no other address',
  async (path) => {
    const elsewhere: (string | undefined)[] = []
    const other = createServer((request, response) => {
      elsewhere.push(request.url)
      response.end('{}')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const desk = await startTestServer()
    const user = desk.person(email)
    const provider = await startProvider(desk)
    const sent = await returns(provider, user, email)
    provider.requests.length = 0
    provider.redirects = { path, to: `http://127.0.0.1:${(other.address() as AddressInfo).port}` }

    expect([403, 503]).toContain((await completes(user, sent)).status)
    expect(provider.requests.some((requested) => requested.startsWith(path))).toBe(true)
    expect(elsewhere).toEqual([])
    provider.redirects = null
    expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
  },
)
