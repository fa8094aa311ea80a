import type { ApprovalState } from '@aitai/contract/codes.ts'
import type { Generated } from 'kysely'

/** At most one per user (docs/rules.md §16). Only the hash of the token is stored. */
export interface SessionTable {
  token_hash: string
  user_id: string
  /** 'session', 'firstLogin', 'firstPasskey' or 'oms'. */
  kind: string
  started_at: number
  seen_at: number
  /** Why it ended, for the reply to its next request: REPLACED, TIMED_OUT, LOGGED_OUT. */
  ended: string | null
  /** Whether its trader left the market with its end. */
  left_market: Generated<number>
  /** By which credential an order management system has signed in. */
  credential_id: string | null
  /** When the user last gave a passkey or a code in it; null for never. */
  confirmed_at: Generated<number | null>
  /** The provider's session of which it is; empty if it named none; null if no provider opened it. */
  provider_sid: Generated<string | null>
}

/** A link to set a new password. Only the hash of its token is stored. */
export interface PasswordResetTable {
  token_hash: string
  /** Null for an address without an account. */
  user_id: string | null
  at: number
  used_at: number | null
  /** The hash of the password at the request: once it changes, the link is invalid. */
  password_version: string
  /** 1 if the request came from a usual network of the user. */
  usual: number
}

/** A log-in that waits for its two-factor code. */
export interface LoginAttemptTable {
  token_hash: string
  user_id: string
  started_at: number
  code_hash: string | null
  code_sent_at: number | null
  tries: number
  sends: number
  /** The hash of the password that was given: once it changes, the code no longer opens a session. */
  password_version: string
}

/** An authenticator app of a user (docs/decisions/0137-authenticator-apps.md). */
export interface AuthenticatorTable {
  id: string
  user_id: string
  /** The user's own name for it. */
  name: string
  /** Encrypted with a secret of the installation (accounts/second-factor/authenticator-keys.ts). */
  sealed_key: string
  added_at: number
  /** The last sign-in with it. */
  used_at: number | null
  /** The time step of the newest code that was accepted: no code of this or an earlier step is right again. */
  last_step: number
}

/** An authenticator that a user has begun to add. */
export interface AuthenticatorSetupTable {
  user_id: string
  id: string
  name: string
  sealed_key: string
  /** The hash of the session's token, in which alone it can be confirmed. */
  session_hash: string
  started_at: number
  tries: number
}

/** A passkey of a user (docs/decisions/0150-passkeys.md). */
export interface PasskeyTable {
  id: string
  user_id: string
  /** The authenticator's own id of it, base64url. */
  credential_id: string
  /** The user's own name for it. */
  name: string
  /** COSE, base64url. */
  public_key: string
  /** The signature counter of the newest response; 0 forever if the authenticator does not count. */
  counter: number
  /** How browsers reach the authenticator, as JSON. */
  transports: string
  added_at: number
  /** The last sign-in with it. */
  used_at: number | null
}

/** A challenge that no response has used. */
export interface PasskeyChallengeTable {
  challenge_hash: string
  purpose: string
  /** The hash of the token of the session or log-in that it was made for; empty for a sign-in by passkey alone. */
  bound_to: string
  /** The name of the passkey that is added; empty otherwise. */
  name: string
  started_at: number
}

/** A recovery code that was not used. */
export interface RecoveryCodeTable {
  user_id: string
  code_hash: string
}

/** A row for each grant of each user of staff. */
export interface StaffGrantTable {
  user_id: string
  /** One of `staffGrants`. */
  name: string
}

/**
 * A network from which the user has signed in: an attack from other networks does not slow the user down
 * there.
 */
export interface UsualNetworkTable {
  user_id: string
  /** A keyed hash, because there are few enough network addresses to try them all. */
  network: string
  at: number
}

/**
 * With it an order management system signs in as one of the named users of an institution or a broker. One of neither
 * is of a user of staff, at the command line.
 */
export interface CredentialTable {
  id: string
  firm_id: string | null
  broker_id: string | null
  secret_hash: string
  /** Addresses and networks in CIDR notation, separated by commas; empty for any. */
  networks: string
  note: string
  created_at: number
  revoked_at: number | null
}

export interface CredentialUserTable {
  credential_id: string
  user_id: string
}

/** A command that waits for a second person, or waited for one (docs/decisions/0155-four-eyes.md). */
export interface ApprovalTable {
  id: string
  command: string
  /** The exact arguments, as JSON. */
  args: string
  /** What the second person reads of them: an array of `ShownArgument` as JSON. */
  shown: string
  /** Equal for the same request. */
  match_key: string
  kind: 'CHANGE' | 'VIEW'
  /**
   * WAITING: nobody has decided. GRANTED: approved; of a view, which its requester may now fetch once, and of a change,
   * which is being carried out. DONE: carried out, or fetched. FAILED: approved, and then refused by the command.
   */
  state: ApprovalState
  reason: string
  /** The id of a user, or the name that was typed at the command line. */
  requester: string
  /** Null for a typed name. */
  requester_id: string | null
  /** Milliseconds UTC, as the times below. */
  asked_at: number
  /** Until when it can be approved; of a granted view, until when it can be fetched. */
  expires_at: number
  decided_by: string | null
  decided_at: number | null
  /** The code with which the command was refused after the approval. */
  outcome: Generated<string>
  /** Why it was rejected; empty if it was not. */
  rejection_reason: Generated<string>
}

/** The provider with which people sign in (docs/decisions/0157-single-sign-on.md). */
export interface SignInProviderTable {
  /** Whose people: the id of an institution or a broker, or 'STAFF'. */
  owner_id: string
  issuer: string
  client_id: string
  /** Encrypted (database/encryption). */
  client_secret: string
  /** Whether its people may also use passwords and passkeys. */
  others_allowed: number
  /** Whether addresses of its domains count as verified although the provider does not say so. */
  addresses_trusted: number
}

/** A domain of e-mail addresses that leads to a provider. */
export interface SignInDomainTable {
  domain: string
  owner_id: string
}

/** A sign-in, or a confirmation in a session, that waits for a provider. Only the hash of its token is stored. */
export interface ProviderLoginTable {
  attempt_hash: string
  owner_id: string
  started_at: number
  /** The hash of the token of the session that it confirms; null for a sign-in. */
  session_hash: string | null
}

/** A logout token that was used. */
export interface ProviderLogoutTable {
  jti_hash: string
  at: number
}
