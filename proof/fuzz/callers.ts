import type { FuzzClient } from './client.ts'
import { allEmails, type FuzzServer, feedToken, passwords } from './fuzz-server.ts'
import type { FuzzRequest } from './requests.ts'
import { type FuzzResponse, jsonBody } from './response-check.ts'

/** Someone with the token of now, or with none. */
export interface FuzzCaller {
  readonly email: string | null
  readonly token: string | null
}

/** Who sends the requests. They sign in again when their session is over. */
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

  /** Who is not there comes, or comes back: some had to wait until they might have another code. */
  async allSignIn(): Promise<void> {
    for (const email of allEmails) if (!this.#tokens.get(email)) await this.#signIn(email)
  }

  /** What an answer means for who asked: a new token, or none any more. */
  async learn({ name, body }: FuzzRequest, caller: FuzzCaller, answered: FuzzResponse): Promise<void> {
    const told = jsonBody(answered) as { token?: string; access_token?: string } | null
    const email = name === 'login' ? String((body as { email?: unknown } | null)?.email) : caller.email
    const token = told?.access_token ?? told?.token
    if (email !== null && token !== undefined && allEmails.includes(email)) this.#tokens.set(email, token)
    if (answered.status === 401 && token === undefined && caller.email !== null && caller.token !== null)
      if (this.#tokens.get(caller.email) === caller.token) await this.#signIn(caller.email)
  }

  async #signIn(email: string): Promise<void> {
    this.#tokens.set(email, null)
    for (const password of passwords) {
      const body = { email, password }
      const headers = { 'content-type': 'application/json' }
      const asked = {
        name: 'login',
        subject: 'anonymous',
        email: null,
        method: 'POST',
        path: '/api/login',
        headers,
      } as const
      const answered = await this.#client.send({ ...asked, payload: JSON.stringify(body), body }, null)
      const token = (jsonBody(answered) as { token?: string } | null)?.token
      if (!token) continue
      this.#tokens.set(email, token)
      await this.#isThere(email)
      return
    }
  }

  /** A trader without a socket meets nobody; here the sockets are left out. */
  async #isThere(email: string): Promise<void> {
    const { database, matchmaking } = this.#place.running.app
    const person = await database
      .selectFrom('person')
      .select(['id', 'role'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    if (person.role === 'TRADER')
      await matchmaking.submit({ type: 'setPresence', traderId: person.id, present: true })
  }
}
