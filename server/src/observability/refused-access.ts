import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { lockAuditEnd, recordAuditEvent, recordAuditEventAlone } from '../database/audit-events.ts'
import type { Database } from '../database/schema.ts'

/** Who was refused something. */
interface RefusedUser {
  /** As the audit trail names who acts: a user's id, `staff:NAME`, empty for a feed handler. */
  readonly actor: string
  /** The id of the user; null for a typed name and for a feed handler. */
  readonly userId: string | null
}

interface RefusedAttempt extends RefusedUser {
  /** What was attempted. Each value is one of a fixed set, so that nobody can fill the trail. */
  readonly details:
    | { readonly call: string; readonly as: string }
    | { readonly command: string; readonly code: string }
}

interface Counted extends RefusedUser {
  readonly details: RefusedAttempt['details'] | { readonly code: 'NOT_FOUND' }
  /** The start of its hour, in milliseconds UTC. */
  readonly hour: number
  /** Up to how many are not recorded at the end of the hour. */
  readonly unrecordedUpTo: number
  /** Whether an event of the first one is stored or being stored. */
  hasFirst: boolean
  /** Refusals that no event has yet. */
  further: number
}

interface RefusedAccessDeps {
  readonly database: Kysely<Database>
  readonly now: () => number
  readonly log?: Pick<Logger, 'warn'>
}

const hourMs = 3_600_000

/** A screen that is a moment old asks for what has ended. Whoever tries ids asks more often. */
const expectedNotFound = 9

/**
 * Records refused authorization in the audit trail (docs/decisions/0173-refused-authorization.md): the first refusal of
 * a user and a call or a command in each hour at once, and how many followed when the hour is over. Somebody who is
 * refused ten thousand times leaves two events, and one more for each restart and each further server. All typed names
 * together count as one user.
 */
export class RefusedAccess {
  readonly #database: Kysely<Database>
  readonly #now: () => number
  readonly #log: Pick<Logger, 'warn'> | undefined
  readonly #counted = new Map<string, Counted>()

  /** @param deps `now` is in milliseconds UTC; without `log`, `record` throws what a log would say. */
  constructor({ database, now, log }: RefusedAccessDeps) {
    this.#database = database
    this.#now = now
    this.#log = log
  }

  /** Does not throw where there is a log: a refusal stands, whether it can be recorded or not. */
  async record(attempt: RefusedAttempt): Promise<void> {
    const counted = this.#count(attempt, JSON.stringify(attempt.details), 0)
    if (counted.hasFirst) return
    counted.hasFirst = true
    try {
      if (await this.#recordFirst(counted)) counted.further -= 1
    } catch (err) {
      // It stays counted, and the next refusal is recorded as the first.
      counted.hasFirst = false
      if (!this.#log) throw err
      this.#log.warn({ err }, 'a refusal could not be recorded')
    }
  }

  /**
   * Counts a request of a user for an object that does not exist or is somebody else's. It is recorded at the end of an
   * hour in which there were ten, and without the call: a single one could tell that its user was in a locate.
   */
  countMissing(user: RefusedUser): void {
    this.#count({ ...user, details: { code: 'NOT_FOUND' } }, 'NOT_FOUND', expectedNotFound)
  }

  /** Records how many refusals followed in hours that are over. To be called regularly. */
  sweep = (): Promise<void> => this.#recordFurther((hour) => hour < this.#hour())

  /** Records what has been counted so far, before the process ends. */
  close = (): Promise<void> => this.#recordFurther(() => true)

  #count(
    attempt: Pick<Counted, keyof RefusedUser | 'details'>,
    attempted: string,
    unrecordedUpTo: number,
  ): Counted {
    const hour = this.#hour()
    const key = JSON.stringify([hour, attempt.userId, attempted])
    const counted = this.#counted.get(key) ?? {
      ...attempt,
      hour,
      unrecordedUpTo,
      hasFirst: false,
      further: 0,
    }
    this.#counted.set(key, counted)
    counted.further += 1
    return counted
  }

  #hour(): number {
    return Math.floor(this.#now() / hourMs) * hourMs
  }

  /** Returns false if this process, before a restart, or another one has recorded the same in this hour. */
  #recordFirst({ actor, userId, details, hour }: Counted): Promise<boolean> {
    const subject = userId ?? ''
    return this.#database.transaction().execute(async (trx) => {
      // Before reading, so that of two processes the second one sees the event of the first.
      await lockAuditEnd(trx)
      const recorded = await trx
        .selectFrom('audit')
        .select('seq')
        .where('subject', '=', subject)
        .where('action', '=', 'accessRefused')
        .where('at', '>=', hour)
        .where('details', '=', JSON.stringify(details))
        .limit(1)
        .executeTakeFirst()
      if (recorded) return false
      const event = { actor, action: 'accessRefused', subject, outcome: 'REFUSED', details } as const
      await recordAuditEvent(trx, event, this.#now())
      return true
    })
  }

  async #recordFurther(isOver: (hour: number) => boolean): Promise<void> {
    for (const [key, counted] of this.#counted) {
      const { actor, userId, details, hour, unrecordedUpTo, further } = counted
      if (!isOver(hour)) continue
      this.#counted.delete(key)
      if (further <= unrecordedUpTo) continue
      const event = {
        // Several names may have been typed.
        actor: userId === null ? '' : actor,
        action: 'accessRefused',
        subject: userId ?? '',
        outcome: 'REFUSED',
        details: { ...details, further, since: isoTime(hour) },
      } as const
      try {
        await recordAuditEventAlone(this.#database, event, this.#now())
      } catch (error) {
        // The next sweep tries again.
        this.#counted.set(key, counted)
        throw error
      }
    }
  }
}
