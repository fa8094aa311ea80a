import { passkeys as limits } from '@aitai/contract/codes.ts'
import type { NewPasskeyResponse, PasskeyCreation } from '@aitai/contract/schemas/account.ts'
import type { PasskeyRequest, PasskeyResponse } from '@aitai/contract/schemas/session.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { randomId } from '../../random.ts'
import { lockPersonRow } from '../session-rows.ts'
import { deleteUselessRecoveryCodes, listFactors } from './factor-rows.ts'
import { type ChallengeUse, challengeMs, newChallenge, useChallenge } from './passkey-challenges.ts'
import {
  challengeOf,
  counterOfResponse,
  keyOfNewPasskey,
  type PasskeyKey,
  passkeyAlgorithms,
  type RelyingParty,
  relyingPartyOf,
  userHandleOf,
} from './passkey-verification.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { isPasskeyRequired } from './required-factor.ts'

interface Sources {
  readonly database: Kysely<Database>
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly publicUrl: string
  readonly productName: string
}

/** The session in which a passkey is added. */
interface AddingSession {
  readonly userId: string
  readonly tokenHash: string
}

/** The result of adding a passkey. Recovery codes are null for a user who has some. */
export type AddedPasskey =
  | { readonly refused: 'RESPONSE' | 'TOO_MANY' }
  | { readonly id: string; readonly recoveryCodes: readonly string[] | null }

/** A response that was signed by a passkey of this user, and is not used up yet. */
export interface VerifiedPasskey {
  readonly id: string
  readonly userId: string
  readonly counter: number
}

interface PasskeyVerification {
  readonly verified: VerifiedPasskey | null
  readonly userId: string
}

/** The passkeys of users (docs/decisions/0150-passkeys.md). */
export class Passkeys {
  readonly #sources: Sources
  readonly #database: Kysely<Database>
  readonly #relyingParty: RelyingParty

  constructor(sources: Sources) {
    this.#sources = sources
    this.#database = sources.database
    this.#relyingParty = relyingPartyOf(sources.publicUrl)
  }

  /** Starts to add a passkey: what the browser needs to create it. */
  async begin(
    { userId, tokenHash }: AddingSession,
    { name, email }: { readonly name: string; readonly email: string },
  ): Promise<PasskeyCreation> {
    const challenge = await newChallenge(this.#sources, { purpose: 'add', boundTo: tokenHash }, name)
    return {
      rp: { id: this.#relyingParty.id, name: this.#sources.productName },
      user: { id: userHandleOf(userId), name: email, displayName: email },
      challenge,
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: challengeMs,
      // So that no authenticator holds two passkeys of one user.
      excludeCredentials: await this.#descriptorsOf(userId),
      // With both required, every passkey can sign in alone.
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    }
  }

  /** Adds the passkey that was begun in this session. `record` runs in the same transaction. */
  async confirm(
    { userId, tokenHash }: AddingSession,
    credential: NewPasskeyResponse,
    record: (trx: Transaction<Database>, id: string) => Promise<void>,
  ): Promise<AddedPasskey> {
    const challenge = challengeOf(credential)
    const name = await useChallenge(this.#sources, { purpose: 'add', boundTo: tokenHash }, challenge)
    const key = await keyOfNewPasskey(this.#relyingParty, credential, challenge)
    if (name === null || key === null) return { refused: 'RESPONSE' }
    const id = randomId()
    return await this.#database.transaction().execute(async (trx): Promise<AddedPasskey> => {
      // One after the other, so that there are neither too many nor two sets of recovery codes.
      await lockPersonRow(trx, userId)
      if ((await passkeyIds(trx, userId)).length >= limits.most) return { refused: 'TOO_MANY' }
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('passkey')
        .values({
          id,
          user_id: userId,
          credential_id: key.credentialId,
          name,
          public_key: key.publicKey,
          counter: key.counter,
          transports: JSON.stringify(credential.response.transports ?? []),
          added_at: this.#sources.now(),
          used_at: null,
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) return { refused: 'RESPONSE' }
      await trx.updateTable('person').set({ passkey_add_until: null }).where('id', '=', userId).execute()
      // Where a passkey is required, a recovery code signs nobody in.
      const needsNone = (await countRecoveryCodes(trx, userId)) > 0 || (await isPasskeyRequired(trx, userId))
      const recoveryCodes = needsNone ? null : await replaceRecoveryCodes(trx, userId)
      await record(trx, id)
      return { id, recoveryCodes }
    })
  }

  /** The user's passkeys, the oldest first. */
  list(userId: string) {
    return listFactors(this.#database, 'passkey', userId)
  }

  /**
   * A challenge: for a sign-in by any passkey, or by one of the user's for the second step of a log-in, or to confirm a
   * session.
   */
  async request(
    of: { readonly userId: string; readonly tokenHash: string } | null,
    purpose: 'secondStep' | 'confirm' = 'secondStep',
  ): Promise<PasskeyRequest> {
    const use = of ? { purpose, boundTo: of.tokenHash } : signInAlone
    return {
      rpId: this.#relyingParty.id,
      challenge: await newChallenge(this.#sources, use),
      timeout: challengeMs,
      allowCredentials: of ? await this.#descriptorsOf(of.userId) : [],
      userVerification: 'required',
    }
  }

  /**
   * Verifies the response to a challenge, which is used up. `verified` is null if it is refused, after the
   * same work for an unknown passkey as for a known one; `userId` is that of the passkey it names, or empty.
   */
  async verify(credential: PasskeyResponse, use: ChallengeUse): Promise<PasskeyVerification> {
    const challenge = challengeOf(credential)
    const isExpected = (await useChallenge(this.#sources, use, challenge)) !== null
    const row = await this.#database
      .selectFrom('passkey')
      .select(['id', 'user_id', 'public_key', 'counter'])
      .where('credential_id', '=', credential.id)
      .executeTakeFirst()
    const key = row ? keyOf(credential.id, row) : null
    const counter = await counterOfResponse(this.#relyingParty, credential, { challenge, key })
    const userId = row?.user_id ?? ''
    // An authenticator names the user; not each one does if it was given the passkey's id.
    const { userHandle = null } = credential.response
    const isOfUser = userHandle === null ? use.purpose !== 'signIn' : userHandle === userHandleOf(userId)
    const isAccepted = isExpected && isOfUser && row && counter !== null
    return { userId, verified: isAccepted ? { id: row.id, userId, counter } : null }
  }

  /**
   * Uses a verified response up: false if the passkey was removed, or another response with the same or a newer counter
   * has been accepted, since. A counter of 0 means that the authenticator does not count.
   */
  async redeem(trx: Transaction<Database>, { id, counter }: VerifiedPasskey): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('passkey')
      .set({ counter, used_at: this.#sources.now() })
      .where('id', '=', id)
      .where('counter', counter === 0 ? '=' : '<', counter)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async #descriptorsOf(userId: string) {
    const rows = await this.#database
      .selectFrom('passkey')
      .select(['credential_id', 'transports'])
      .where('user_id', '=', userId)
      .execute()
    return rows.map(({ credential_id, transports }) => ({
      type: 'public-key' as const,
      id: credential_id,
      transports: JSON.parse(transports) as string[],
    }))
  }
}

/** What the challenge of a sign-in by passkey alone is for. */
export const signInAlone: ChallengeUse = { purpose: 'signIn', boundTo: '' }

const keyOf = (
  credentialId: string,
  { public_key, counter }: { readonly public_key: string; readonly counter: number },
): PasskeyKey => ({ credentialId, publicKey: public_key, counter: Number(counter) })

const passkeyIds = (trx: Transaction<Database>, userId: string): Promise<{ id: string }[]> =>
  trx.selectFrom('passkey').select('id').where('user_id', '=', userId).execute()

/** Renames a passkey of a user; false if there is none. */
export async function renamePasskey(
  trx: Transaction<Database>,
  { userId, id, name }: { readonly userId: string; readonly id: string; readonly name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Removes one passkey of a user, with the last factor the recovery codes as well. Returns why not, if there is none, or
 * it is the last one where a passkey is required.
 */
export async function removePasskey(
  trx: Transaction<Database>,
  userId: string,
  id: string,
): Promise<'REMOVED' | 'NONE' | 'LAST'> {
  // One after the other, so that two requests do not remove the last two.
  await lockPersonRow(trx, userId)
  const ids = await passkeyIds(trx, userId)
  if (!ids.some((each) => each.id === id)) return 'NONE'
  if (ids.length === 1 && (await isPasskeyRequired(trx, userId))) return 'LAST'
  await trx.deleteFrom('passkey').where('user_id', '=', userId).where('id', '=', id).execute()
  await deleteUselessRecoveryCodes(trx, userId)
  return 'REMOVED'
}

/** Removes all passkeys of a user, and returns how many those were. */
export async function removeAllPasskeys(trx: Transaction<Database>, userId: string): Promise<number> {
  const removed = await trx.deleteFrom('passkey').where('user_id', '=', userId).returning('id').execute()
  return removed.length
}
