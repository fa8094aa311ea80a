import { fromFix42, toFix42 } from '../messages/fix42.ts'
import type { FixApplication, FixSession, OutgoingMessage, ReceivedMessage } from '../sessions/application.ts'
import type { UserSession } from './user-session.ts'

/** Messages of one session that may be in work: answers must not wait for the orders before them. */
const concurrency = 256
/** How often changes are looked for that nobody is notified of. */
const refreshEveryMs = 15_000

/** What the messages of all sessions mean, each by the role of its user. Speaks FIX 4.4 inside. */
export class TradingApplication implements FixApplication {
  readonly concurrency = concurrency
  readonly #users: ReadonlyMap<string, UserSession>
  readonly #timer: NodeJS.Timeout

  /** `users` by the ids of their sessions. */
  constructor(users: ReadonlyMap<string, UserSession>) {
    this.#users = users
    this.#timer = setInterval(() => {
      for (const user of users.values()) user.changed(null)
    }, refreshEveryMs)
  }

  onLogon(session: FixSession): void {
    this.#userOf(session).onLogon(spoken44(session))
  }

  onLogout(session: FixSession): void {
    this.#userOf(session).onLogout()
  }

  async onMessage(received: ReceivedMessage, session: FixSession): Promise<readonly OutgoingMessage[]> {
    const user = this.#userOf(session)
    if (session.beginString === 'FIX.4.4') return await user.onMessage(received, session)
    const message = fromFix42(received.message)
    const replies = await user.onMessage({ ...received, message }, spoken44(session))
    return replies.map(toFix42)
  }

  /** Ends the sessions of the users at the server; what is in work stays unconfirmed. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#users.values()].map((user) => user.close()))
  }

  #userOf({ id }: FixSession): UserSession {
    const user = this.#users.get(id)
    if (!user) throw new Error(`the session ${id} has no user`)
    return user
  }
}

/** The same session for an application that speaks FIX 4.4. */
function spoken44(session: FixSession): FixSession {
  if (session.beginString === 'FIX.4.4') return session
  return {
    id: session.id,
    beginString: session.beginString,
    counterparty: session.counterparty,
    get isLoggedOn() {
      return session.isLoggedOn
    },
    hasSent: (once) => session.hasSent(once),
    send: (...messages) => session.send(...messages.map(toFix42)),
  }
}
