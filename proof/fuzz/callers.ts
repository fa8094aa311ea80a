import type { FuzzClient } from './client.ts'
import { allEmails, type FuzzServer, feedToken, passwords } from './fuzz-server.ts'
import type { FuzzRequest } from './requests.ts'
import { type FuzzResponse, jsonBody } from './response-check.ts'

/** A user with the current token, or null. */
export interface FuzzCaller {
  readonly email: string | null
  readonly token: string | null
}

/** The users who send the requests. They sign in again when their session is over. */
export class FuzzCallers {
  readonly #client: FuzzClient
  readonly #place: FuzzServer
  readonly #tokens = new Map<string, string | null>()

  constructor(client: FuzzClient, place: FuzzServer) {
    this.#client = client
    this.#place = place
  }

  caller({ subject, email }: Pick<FuzzRequest, 'subject' | 'email'>): FuzzCaller {
    if (subject === 'feed') return { email, token: feedToken }
    return { email, token: email === null ? null : (this.#tokens.get(email) ?? null) }
  }

  /** Signs in whoever has no session. Some had to wait until they could request another code. */
  async allSignIn(): Promise<void> {
    for (const email of allEmails) if (!this.#tokens.get(email)) await this.#signIn(email)
  }

  /** Updates the caller's token from a response: a new one, or none. */
  async learn({ name, body }: FuzzRequest, caller: FuzzCaller, response: FuzzResponse): Promise<void> {
    const reply = jsonBody(response) as { token?: string; access_token?: string } | null
    const email = name === 'login' ? String((body as { email?: unknown } | null)?.email) : caller.email
    const token = reply?.access_token ?? reply?.token
    if (email !== null && token !== undefined && allEmails.includes(email)) this.#tokens.set(email, token)
    if (response.status === 401 && token === undefined && caller.email !== null && caller.token !== null)
      if (this.#tokens.get(caller.email) === caller.token) await this.#signIn(caller.email)
  }

  async #signIn(email: string): Promise<void> {
    this.#tokens.set(email, null)
    for (const password of passwords) {
      const body = { email, password }
      const headers = { 'content-type': 'application/json' }
      const request = {
        name: 'login',
        subject: 'anonymous',
        email: null,
        method: 'POST',
        path: '/api/login',
        headers,
      } as const
      const response = await this.#client.send({ ...request, payload: JSON.stringify(body), body }, null)
      const token = (jsonBody(response) as { token?: string } | null)?.token
      if (!token) continue
      this.#tokens.set(email, token)
      await this.#isThere(email)
      return
    }
  }

  /** A trader without a socket is absent and not matched, so presence is set directly here. */
  async #isThere(email: string): Promise<void> {
    const { database, market } = this.#place.running.app
    const person = await database
      .selectFrom('person')
      .select(['id', 'role'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    if (person.role === 'TRADER')
      await market.submit({ type: 'setPresence', traderId: person.id, present: true })
  }
}
