import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AccountSecurity, PasskeyCreation } from '@aitai/contract/schemas/account.ts'
import type { PasskeyRequest, PasskeyResponse } from '@aitai/contract/schemas/session.ts'
import { expect, type Page, test } from '@playwright/test'
import { Person } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import { VirtualAuthenticator } from '../../support/virtual-authenticator.ts'

const product = serverForAllTests()

const email = 'trader@alder.example'
const password = 'correct-horse-aitai'

interface Reply {
  readonly token?: string
  readonly errorCode?: string
}

/** What the server behind the phishing page sends to the venue, and a user's own requests. */
async function call<T = Reply>(path: string, body: object = {}, token?: string) {
  const response = await fetch(`${product.url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as T }
}

const securityOf = async (token: string): Promise<AccountSecurity> => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${product.url}/api/user/security`, { headers })
  expect(response.status).toBe(200)
  return (await response.json()) as AccountSecurity
}

/** Serves an empty page, and returns its port; it can be opened under every name of this machine. */
async function startPhishingSite(): Promise<{ readonly port: number; stop(): void }> {
  const site = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>')
  })
  await new Promise<void>((listening) => site.listen(0, listening))
  return {
    port: (site.address() as AddressInfo).port,
    stop() {
      site.closeAllConnections()
      site.close()
    },
  }
}

/** Asks the user's authenticator to sign, as a script of the page that is open, and returns what it got. */
const asks = (page: Page, options: Partial<PasskeyRequest>) =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as never)
    try {
      const credential = await navigator.credentials.get({ publicKey })
      return { error: null, response: (credential as PublicKeyCredential).toJSON() as unknown }
    } catch (error) {
      return { error: (error as Error).name, response: null }
    }
  }, options)

/** What the authenticator signed for the open page; it must have signed. */
async function signedFor(page: Page, options: PasskeyRequest): Promise<PasskeyResponse> {
  const { error, response } = await asks(page, options)
  expect(error).toBeNull()
  return response as PasskeyResponse
}

const originIn = ({ response }: PasskeyResponse): string =>
  (JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { origin: string }).origin

/** The same response with the origin of the venue, which the signature does not cover. */
function withOriginOfVenue({ response, ...rest }: PasskeyResponse): PasskeyResponse {
  const clientData = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as object
  const forged = JSON.stringify({ ...clientData, origin: product.url })
  return { ...rest, response: { ...response, clientDataJSON: Buffer.from(forged).toString('base64url') } }
}

/** A user with a session and a passkey, in whose browser a page of the venue is open. */
async function withPasskey(page: Page): Promise<string> {
  await VirtualAuthenticator.plugInto(page)
  const { token = '' } = (await call('/login', { email, password })).body
  const creation = await call<PasskeyCreation>('/user/passkeys/begin', { name: 'Laptop', password }, token)
  const credential = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as never)
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON() as unknown
  }, creation.body)
  expect((await call('/user/passkeys/confirm', { credential }, token)).status).toBe(200)
  return token
}

const challenge = async () => (await call<PasskeyRequest>('/login/passkey/begin')).body

test('a page that passes the challenge of the venue on to a passkey signs nobody in', async ({ browser }) => {
  const site = await startPhishingSite()
  try {
    const page = await Person.window({ url: product.url, browser, email, language: 'En' })
    const token = await withPasskey(page)

    await test.step('on another host the browser refuses, whichever party the page claims to be', async () => {
      for (const host of ['127.0.0.1', 'desk.localhost']) {
        await page.goto(`http://${host}:${site.port}`)
        const options = await challenge()
        expect([host, (await asks(page, options)).error]).toEqual([host, 'SecurityError'])
        const { rpId: _, ...ofPage } = options
        expect((await asks(page, ofPage)).response).toBeNull()
      }
    })

    await page.goto(`http://localhost:${site.port}`)
    await test.step('on another port of the same host the browser signs, and the venue refuses', async () => {
      const response = await signedFor(page, await challenge())
      expect(originIn(response)).toBe(`http://localhost:${site.port}`)
      const refusal = { status: 403, body: { errorCode: 'PASSKEY_REFUSED' } }
      expect(await call('/login/passkey', { credential: response })).toMatchObject(refusal)
      const forged = withOriginOfVenue(await signedFor(page, await challenge()))
      expect(originIn(forged)).toBe(product.url)
      expect(await call('/login/passkey', { credential: forged })).toMatchObject(refusal)
    })

    await test.step('the same at the second step, after the password that the page was given', async () => {
      const { token: waiting = '' } = (await call('/login', { email, password })).body
      const stepChallenge = async () => (await call<PasskeyRequest>('/2fa/passkey/begin', {}, waiting)).body
      for (const change of [(response: PasskeyResponse) => response, withOriginOfVenue]) {
        const credential = change(await signedFor(page, await stepChallenge()))
        expect(await call('/2fa/passkey', { credential }, waiting)).toMatchObject({
          status: 401,
          body: { errorCode: 'PASSKEY_REFUSED' },
        })
      }
    })

    await test.step('no sign-in has ended the session of the owner, who sees each attempt', async () => {
      const { signIns } = await securityOf(token)
      expect(signIns.filter(({ result }) => result === 'WRONG_PASSKEY')).toHaveLength(4)
    })

    // It was the page: the same passkey signs in at the venue's own address.
    await page.goto(product.url)
    const right = await signedFor(page, await challenge())
    expect(await call('/login/passkey', { credential: right })).toMatchObject({ status: 200 })
  } finally {
    site.stop()
  }
})
