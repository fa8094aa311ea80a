import { createHmac, randomInt } from 'node:crypto'
import type { CodeMethod, ConfirmationCode, TwoFactorMethod } from '@aitai/contract/codes.ts'
import type { PasskeyResponse } from '@aitai/contract/schemas/session.ts'
import { languages, textIn } from '@aitai/messages/texts.ts'
import type { Kysely, Transaction } from 'kysely'
import { recordAuditEvent } from '../../database/audit-events.ts'
import type { Database } from '../../database/schema.ts'
import { failed } from '../../http/failures.ts'
import { type RateLimit, rateLimit } from '../../http/rate-limits.ts'
import { enqueueMessage } from '../../messages/outbox.ts'
import { mailSecondFactorChange } from '../../messages/second-factor-mails.ts'
import { hashOfToken, isSameSecret, newToken } from '../tokens.ts'
import { isUsualNetwork } from '../usual-networks.ts'
import { type Authenticators, digitsOf } from './authenticators.ts'
import { hasFactor } from './factor-rows.ts'
import type { Passkeys } from './passkeys.ts'
import { countRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { mustUsePasskey } from './required-factor.ts'

/** A log-in with the right password that waits for its code. Its token is valid only for /2fa. */
export interface LoginAttempt {
  readonly tokenHash: string
  readonly userId: string
}

/** How long a log-in and a code are valid, in milliseconds. */
export const loginAttemptMs = 10 * 60_000
const codeMs = 5 * 60_000
const triesPerAttempt = 5
/**
 * Consecutive wrong codes over all log-ins of a user; after that the account replies as to a wrong password
 * until an operator unlocks it. An attacker who has the password then succeeds once in 10,000 (NIST 800-63B).
 */
export const maxWrongCodes = 100
/**
 * SMS codes per user: 3 in 10 minutes, 10 in a day. A code that was redeemed does not count. The user's usual
 * networks and all others have a budget each, so that somebody elsewhere who knows the password cannot use up
 * the owner's codes.
 */
const sends = [
  { burst: 3, everyMs: 200_000 },
  { burst: 10, everyMs: 8_640_000 },
]

interface Sources {
  readonly database: Kysely<Database>
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly productName: string
  readonly authenticators: Authenticators
  readonly passkeys: Passkeys
}

/** What is given at the second step. */
interface GivenCode {
  readonly otp: string
  readonly method?: CodeMethod | undefined
}

/** The log-ins that wait for their second step: a passkey, or a code from an app, an SMS or the recovery codes. */
export class LoginAttempts {
  readonly #database: Kysely<Database>
  readonly #now: () => number
  readonly #product: string
  readonly #key: Buffer
  readonly #limits: readonly RateLimit[]
  readonly #authenticators: Authenticators
  readonly #passkeys: Passkeys

  /** `key` is this installation's own key for codes. */
  constructor({ database, now, productName, authenticators, passkeys }: Sources, key: Buffer) {
    this.#database = database
    this.#now = now
    this.#product = productName
    this.#key = key
    this.#authenticators = authenticators
    this.#passkeys = passkeys
    this.#limits = sends.map((rate) => rateLimit(rate, now))
  }

  /**
   * Starts a log-in after a correct password of this version, returns the temporary token. Sends the first code to a
   * user who gets codes by SMS and has neither passkey nor authenticator app. `network` is a keyed hash, here and below.
   */
  async begin(userId: string, passwordVersion: string, network: string): Promise<string> {
    const token = newToken('session')
    const tokenHash = hashOfToken(token)
    const fresh = { code_hash: null, code_sent_at: null, tries: 0, sends: 0 }
    const at = this.#now()
    await this.#database
      .deleteFrom('login_attempt')
      .where('started_at', '<', at - loginAttemptMs)
      .execute()
    await this.#database
      .insertInto('login_attempt')
      .values({
        token_hash: tokenHash,
        user_id: userId,
        started_at: at,
        password_version: passwordVersion,
        ...fresh,
      })
      .execute()
    if ((await this.methodsOf(userId))[0] === 'SMS') await this.send({ tokenHash, userId }, network)
    return token
  }

  /**
   * How a user can make the second step, the usual method first; empty for one who signs in by password alone. Where a
   * passkey is required, whoever has one can use nothing else.
   */
  async methodsOf(userId: string): Promise<TwoFactorMethod[]> {
    if (await mustUsePasskey(this.#database, userId)) return ['PASSKEY']
    const { two_factor } = await this.#database
      .selectFrom('person')
      .select('two_factor')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const methods: TwoFactorMethod[] = [
      ...((await hasFactor(this.#database, 'passkey', userId)) ? (['PASSKEY'] as const) : []),
      ...((await hasFactor(this.#database, 'authenticator', userId)) ? (['APP'] as const) : []),
      ...(two_factor === 1 ? (['SMS'] as const) : []),
    ]
    if (methods.length === 0 || (await countRecoveryCodes(this.#database, userId)) === 0) return methods
    return [...methods, 'RECOVERY_CODE']
  }

  /** Sends a new code, which replaces the previous one. The count of tries is not reset. */
  async send({ tokenHash, userId }: LoginAttempt, network: string): Promise<void> {
    if (!(await this.methodsOf(userId)).includes('SMS')) throw failed(409, 'SMS_OFF')
    const budget = await this.#budgetOf(userId, network)
    for (const limit of this.#limits) limit.check(budget)
    for (const limit of this.#limits) limit.charge(budget)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const at = this.#now()
    await this.#database.transaction().execute(async (trx) => {
      const person = await trx
        .selectFrom('person')
        .select('language')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('login_attempt')
        .set((row) => ({
          code_hash: this.#hashOf(tokenHash, code),
          code_sent_at: at,
          sends: row('sends', '+', 1),
        }))
        .where('token_hash', '=', tokenHash)
        .execute()
      const language = languages.find((each) => each === person.language) ?? 'En'
      const body = textIn(language, 'sms.code', { product: this.#product, code })
      await enqueueMessage(trx, { kind: 'sms', recipient: userId, subject: '', body }, at)
      await recordAuditEvent(trx, { actor: userId, action: 'codeSent', subject: userId }, at)
    })
  }

  /** The log-in of a temporary token, or null if it cannot be completed any more. */
  async find(token: string): Promise<LoginAttempt | null> {
    const row = await this.#database
      .selectFrom('login_attempt')
      .innerJoin('person', 'person.id', 'login_attempt.user_id')
      .select(['token_hash', 'user_id'])
      .where('token_hash', '=', hashOfToken(token))
      .where('started_at', '>', this.#now() - loginAttemptMs)
      .where('active', '=', 1)
      .where('wrong_codes', '<', maxWrongCodes)
      .executeTakeFirst()
    return row ? { tokenHash: row.token_hash, userId: row.user_id } : null
  }

  /**
   * Redeems a code, which can be used once. Returns the version of the password with which the log-in began, or null
   * for a wrong code. After five tries every code is refused.
   */
  async redeem(attempt: LoginAttempt, given: GivenCode, network: string): Promise<string | null> {
    const { tokenHash, userId } = attempt
    const methods = await this.methodsOf(userId)
    const redeemed = await this.#database.transaction().execute(async (trx) => {
      const started = await this.#countTry(trx, tokenHash)
      if (!started) return null
      const { code_hash, code_sent_at, password_version } = started
      const method = given.method ?? (code_hash === null ? 'APP' : 'SMS')
      const isSmsOver = code_hash === null || (code_sent_at ?? 0) <= this.#now() - codeMs
      if (!methods.includes(method) || (method === 'SMS' && isSmsOver)) {
        // No code could have been right, so none was guessed. It is recorded: somebody may try a weaker method.
        await this.#countWrongCode(trx, userId, network, 0)
        return null
      }
      const { isRight, rightCodes } = await this.#check(trx, attempt, { otp: given.otp, method, code_hash })
      if (!isRight) {
        await this.#countWrongCode(trx, userId, network, rightCodes)
        return null
      }
      await trx.deleteFrom('login_attempt').where('token_hash', '=', tokenHash).execute()
      return (await clearWrongCodes(trx, userId)) ? { version: password_version, method } : null
    })
    if (redeemed?.method === 'SMS') {
      const budget = await this.#budgetOf(userId, network)
      for (const limit of this.#limits) limit.giveBack(budget)
    }
    return redeemed?.version ?? null
  }

  /**
   * Completes a log-in with a passkey of its user. Returns the version of the password with which it began, or null for
   * a response that is refused. It counts as a try of the log-in, but not as a wrong code, which might be a guess.
   */
  async redeemPasskey(
    attempt: LoginAttempt,
    credential: PasskeyResponse,
    network: string,
  ): Promise<string | null> {
    const { tokenHash, userId } = attempt
    const started = await this.#countTry(this.#database, tokenHash)
    if (!started) return null
    const { verified } = await this.#passkeys.verify(credential, {
      purpose: 'secondStep',
      boundTo: tokenHash,
    })
    return await this.#database.transaction().execute(async (trx) => {
      if (verified?.userId !== userId || !(await this.#passkeys.redeem(trx, verified))) {
        const failure = {
          actor: userId,
          action: 'passkeyFailed',
          subject: userId,
          outcome: 'REFUSED',
        } as const
        await recordAuditEvent(trx, { ...failure, details: { network } }, this.#now())
        return null
      }
      // Of two responses at the same time, only one opens a session.
      const { numDeletedRows } = await trx
        .deleteFrom('login_attempt')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return null
      return (await clearWrongCodes(trx, userId)) ? started.password_version : null
    })
  }

  /**
   * Whether a code of an app or a recovery code confirms a signed-in user. It is used up, and a wrong one counts as one
   * at a sign-in does.
   */
  async checkCode(
    userId: string,
    { otp, method }: { readonly otp: string; readonly method: ConfirmationCode },
  ): Promise<boolean> {
    if (!(await this.methodsOf(userId)).includes(method)) return false
    return await this.#database.transaction().execute(async (trx) => {
      const given = { otp, method, code_hash: null }
      const { isRight, rightCodes } = await this.#check(trx, { userId, tokenHash: '' }, given)
      if (isRight) return await clearWrongCodes(trx, userId)
      await this.#countWrongCode(trx, userId, '', rightCodes)
      return false
    })
  }

  /** Counts a try of a log-in; undefined if there were too many. */
  async #countTry(database: Kysely<Database>, tokenHash: string) {
    return await database
      .updateTable('login_attempt')
      .set((row) => ({ tries: row('tries', '+', 1) }))
      .where('token_hash', '=', tokenHash)
      .where('tries', '<', triesPerAttempt)
      .returning(['code_hash', 'code_sent_at', 'password_version'])
      .executeTakeFirst()
  }

  /** Whether a code is right, and how many would have been. A right one is used up. */
  async #check(
    trx: Transaction<Database>,
    { tokenHash, userId }: LoginAttempt,
    given: { readonly otp: string; readonly method: CodeMethod; readonly code_hash: string | null },
  ): Promise<{ readonly isRight: boolean; readonly rightCodes: number }> {
    const { otp, method, code_hash } = given
    if (method === 'APP') return await this.#authenticators.redeem(trx, userId, otp)
    if (method === 'RECOVERY_CODE')
      return { isRight: await this.#useRecoveryCode(trx, userId, otp), rightCodes: 1 }
    const isRight = isSameSecret(code_hash ?? '', this.#hashOf(tokenHash, digitsOf(otp)))
    return { isRight, rightCodes: 1 }
  }

  /** Informs the user as well: whoever finds the list of codes may be somebody else. */
  async #useRecoveryCode(trx: Transaction<Database>, userId: string, code: string): Promise<boolean> {
    if (!(await useRecoveryCode(trx, userId, code))) return false
    const at = this.#now()
    const left = await countRecoveryCodes(trx, userId)
    const event = { actor: userId, action: 'recoveryCodeUsed', subject: userId, details: { left } }
    await recordAuditEvent(trx, event, at)
    await mailSecondFactorChange(trx, userId, 'recoveryCodeUsed', { product: this.#product, at, left })
    return true
  }

  async #budgetOf(userId: string, network: string): Promise<string> {
    return `${userId}|${(await isUsualNetwork(this.#database, { userId }, network)) ? 'usual' : 'other'}`
  }

  /**
   * Counts a wrong code as often as there were right ones, so that guessing is as unlikely to succeed with several
   * authenticators, each of which has three right codes at a time, as with one code by SMS.
   */
  async #countWrongCode(
    trx: Transaction<Database>,
    userId: string,
    network: string,
    rightCodes: number,
  ): Promise<void> {
    const person = await trx
      .updateTable('person')
      .set((row) => ({ wrong_codes: row('wrong_codes', '+', rightCodes) }))
      .where('id', '=', userId)
      .returning('wrong_codes')
      .executeTakeFirst()
    const at = this.#now()
    const wrongInARow = person?.wrong_codes ?? 0
    const details = { wrongInARow }
    const failure = { actor: userId, action: 'codeFailed', subject: userId, outcome: 'REFUSED' } as const
    await recordAuditEvent(trx, { ...failure, details: { ...details, network } }, at)
    if (wrongInARow < maxWrongCodes || wrongInARow - rightCodes >= maxWrongCodes) return
    await recordAuditEvent(trx, { actor: 'system', action: 'accountLocked', subject: userId, details }, at)
  }

  /** Keyed and bound to the log-in: a plain hash of a million possible codes could be enumerated. */
  #hashOf(tokenHash: string, code: string): string {
    return createHmac('sha256', this.#key).update(`${tokenHash}|${code}`).digest('hex')
  }
}

/** Resets the count of wrong codes after a sign-in; false if the account is locked by too many. */
export async function clearWrongCodes(trx: Transaction<Database>, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('person')
    .set({ wrong_codes: 0 })
    .where('id', '=', userId)
    .where('wrong_codes', '<', maxWrongCodes)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
