import type { FuzzClient } from './client.ts'
import { type Answered, jsonOf } from './judge.ts'
import { allEmails, feedToken, type Place, passwords } from './place.ts'
import type { Asked } from './requests.ts'

/** Someone with the token of now, or with none. */
export interface Caller {
  readonly email: string | null
  readonly token: string | null
}

/** Who sends the requests. They sign in again when their session is over. */
export class People {
  readonly #client: FuzzClient
  readonly #place: Place
  readonly #tokens = new Map<string, string | null>()

  constructor(client: FuzzClient, place: Place) {
    this.#client = client
    this.#place = place
  }

  caller({ subject, email }: Pick<Asked, 'subject' | 'email'>): Caller {
    if (subject === 'feed') return { email, token: feedToken }
    return { email, token: email === null ? null : (this.#tokens.get(email) ?? null) }
  }

  /** Who is not there comes, or comes back: some had to wait until they might have another code. */
  async allSignIn(): Promise<void> {
    for (const email of allEmails) if (!this.#tokens.get(email)) await this.#signIn(email)
  }

  /** What an answer means for who asked: a new token, or none any more. */
  async learn({ name, body }: Asked, caller: Caller, answered: Answered): Promise<void> {
    const told = jsonOf(answered) as { token?: string; access_token?: string } | null
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
      const token = (jsonOf(answered) as { token?: string } | null)?.token
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
