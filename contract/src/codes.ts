/** The roles of users. */
export const roles = ['TRADER', 'BROKER', 'STAFF'] as const
export type Role = (typeof roles)[number]

/** What a STAFF user may do, each granted on its own (docs/decisions/0154-console.md). */
export const staffGrants = ['operations', 'support', 'compliance', 'administrator'] as const
export type StaffGrant = (typeof staffGrants)[number]

/** The codes of the 33 sectors of the Tokyo Stock Exchange, in its order (docs/market.md, "Sectors"). */
export const sectors = [
  ...['0050', '1050', '2050', '3050', '3100', '3150', '3200', '3250', '3300', '3350', '3400'],
  ...['3450', '3500', '3550', '3600', '3650', '3700', '3750', '3800', '4050', '5050', '5100'],
  ...['5150', '5200', '5250', '6050', '6100', '7050', '7100', '7150', '7200', '8050', '9050'],
] as const
export type Sector = (typeof sectors)[number]

/** The commands that need a second person (docs/decisions/0155-four-eyes.md). */
export const approvedCommands = [
  'platform open',
  'firm change',
  'user grant',
  'user revoke',
  'credential add',
  'audit export',
  'explain match',
  'advert list',
  'user export',
  'user reset',
  'user authenticators',
  'user add',
  'user change',
  'user enable',
  'broker change',
  'staff change',
  'sign-on set',
  'sign-on remove',
  'venue set',
  'venue schedule',
] as const
export type ApprovedCommand = (typeof approvedCommands)[number]

/** What a second person reads of a command's arguments. */
export const shownArguments = [
  ...(['firm', 'user', 'grant', 'note', 'security', 'advert', 'otherAdvert', 'at', 'from', 'to'] as const),
  ...(['format', 'largestNotionalNow', 'largestNotional'] as const),
  ...(['largestLiveNotionalNow', 'largestLiveNotional'] as const),
  ...(['affiliateGroupNow', 'affiliateGroup', 'showsTraders', 'omsAnswers'] as const),
  ...([
    'newEmail',
    'phone',
    'twoFactor',
    'deskHead',
    'broker',
    'requiredFactorNow',
    'requiredFactor',
  ] as const),
  ...(['issuer', 'clientId', 'domains', 'othersAllowed', 'addressesTrusted'] as const),
  ...(['effectiveFrom', 'setting'] as const),
] as const

/** An argument as a second person reads it: amounts in whole yen, times in ISO, and the empty text for none. */
export interface ShownArgument {
  readonly name: (typeof shownArguments)[number]
  readonly value: string
}

/** What became of a request for a second person. */
export const approvalStates = [
  ...(['WAITING', 'GRANTED', 'DONE', 'FAILED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'] as const),
] as const
export type ApprovalState = (typeof approvalStates)[number]

/** The checks of `aitai doctor`, by the names that it prints. */
export const checkNames = [
  ...(['configuration', 'server', 'writes', 'version', 'runtime', 'time server', 'disk', 'rights'] as const),
  ...(['backup', 'standby', 'archive', 'database disk', 'database', 'data', 'environment'] as const),
  ...([
    'clock',
    'sync',
    'schema',
    'journal',
    'snapshot',
    'audit trail',
    'mail',
    'sms',
    'certificate',
  ] as const),
  ...(['outbox', 'quotes', 'trial', 'calendar', 'accounts', 'evidence', 'secrets'] as const),
  ...(['fix gateway', 'four eyes'] as const),
] as const
export type CheckName = (typeof checkNames)[number]

/** Bounds of a password's length, in Unicode code points. */
export const passwordLength = { min: 12, max: 128 } as const

/** Why a new password is not accepted: its length, contained in what is known of its owner, or too common. */
export const passwordFaults = ['PASSWORD_LENGTH', 'PASSWORD_GUESSABLE', 'PASSWORD_COMMON'] as const
export type PasswordFault = (typeof passwordFaults)[number]

/** The states of a link to set a new password. Only the first opens the form. */
export const passwordTokenStatuses = ['PASSWORD_TOKEN_OK', 'PASSWORD_TOKEN_EXPIRED'] as const

/** The results of a sign-in attempt. */
export const signInResults = ['SIGNED_IN', 'WRONG_PASSWORD', 'WRONG_CODE', 'WRONG_PASSKEY'] as const

/** What a code at the second step of a sign-in comes from: an authenticator app, an SMS, or the recovery codes. */
export const codeMethods = ['APP', 'SMS', 'RECOVERY_CODE'] as const
export type CodeMethod = (typeof codeMethods)[number]

/** The codes for which a signed-in user can be prompted again: no SMS is sent for them. */
export const confirmationCodes = ['APP', 'RECOVERY_CODE'] as const
export type ConfirmationCode = (typeof confirmationCodes)[number]

/**
 * A session at the desk, one in which only a password can be set or a passkey be added, or one of an order management
 * system.
 */
export const sessionKinds = ['session', 'firstLogin', 'firstPasskey', 'oms'] as const
export type SessionKind = (typeof sessionKinds)[number]

/** Where quotes come from: made up for trials, a recording, or the venue's own feed handler. */
export const quoteSources = ['simulated', 'replay', 'http'] as const

/** How a user signs in with the institution's provider: with it alone, or besides other ways. */
export const providerUses = ['ONLY', 'ALSO'] as const
export type ProviderUse = (typeof providerUses)[number]

/** How the second step of a sign-in can be made: with a passkey or a code. */
export const twoFactorMethods = ['PASSKEY', ...codeMethods] as const
export type TwoFactorMethod = (typeof twoFactorMethods)[number]

/** What an institution, a broker, or the operator of its staff, may require for a sign-in. */
export const requiredFactors = ['any', 'passkey'] as const
export type RequiredFactor = (typeof requiredFactors)[number]

/** The page of the client to which the sign-in providers of institutions lead users back. */
export const providerReturnPath = '/sign-in/provider'

/** How many passkeys a user may have, and the longest name in characters. */
export const passkeys = { most: 10, longestName: 40 } as const

/** How many authenticator apps a user may have, and the longest name in characters. */
export const authenticators = { most: 3, longestName: 40 } as const

/** The letters and digits of a recovery code, without the hyphens between groups of four. */
export const recoveryCodeLength = 24

/** The network of a sign-in attempt, compared with that of the session in which it is shown. */
export const signInNetworks = ['SAME', 'OTHER', 'UNKNOWN'] as const

/**
 * The message types of a session's end. `{user}` is replaced by the user's name before the message is sent.
 */
export const sessionNotificationTypes = ['{user} logged out', '{user} timed out'] as const

/** The id of the page's element that holds the installation's settings as JSON. */
export const installationElement = 'installation'

/** Refusals of the commands of `aitai` that the console passes on. */
export const commandRefusalCodes = [
  'APPROVAL_OWN',
  'APPROVAL_OVER',
  'APPROVAL_REQUESTER',
  'APPROVAL_FAILED',
  'APPROVAL_LIMIT',
  'HAS_GRANTS',
  'FIRM_UNKNOWN',
  'SECURITY_UNKNOWN',
  'USER_UNKNOWN',
  'USER_EXISTS',
  'USER_DISABLED',
  'DOMAIN_TAKEN',
  'MANAGED_BY_PROVIDER',
  'NOT_TRADER',
  'FIRM_EXISTS',
  'BROKER_UNKNOWN',
  'BROKER_EXISTS',
  'EQUITIES_INVALID',
  'EQUITIES_UNMEANT',
  'HOLIDAYS_INVALID',
  'HOLIDAYS_UNMEANT',
  'HOURS_INVALID',
  'VENUE_INVALID',
  'EXPORT_TOO_LARGE',
] as const
export type CommandRefusalCode = (typeof commandRefusalCodes)[number]

/** Failures of calls that are not refusals by a rule of the engine. */
const failureCodes = [
  ...commandRefusalCodes,
  'INVALID',
  'NOT_FOUND',
  'ACCESS_DENIED',
  'NOT_SIGNED_IN',
  'USER_NOT_AUTHENTICATED',
  'SESSION_REPLACED',
  'SESSION_TIMED_OUT',
  'FORBIDDEN',
  '2FA_REQUIRED',
  '2FA_CODE_INVALID',
  'SMS_OFF',
  'AUTHENTICATOR_CODE',
  'AUTHENTICATOR_SETUP',
  'TOO_MANY_AUTHENTICATORS',
  'TWO_FACTOR_OFF',
  'PASSKEY_REFUSED',
  'PASSKEY_NOT_ADDED',
  'TOO_MANY_PASSKEYS',
  'LAST_PASSKEY',
  'PROVIDER_REFUSED',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_MISCONFIGURED',
  'CONFIRMATION_REQUIRED',
  'CONFIRMATION_CODE',
  'CONFIRMATION_PASSKEY',
  'CONFIRMATION_PROVIDER',
  'TOO_MANY',
  'TOO_LARGE',
  'MEDIA_TYPE',
  'IN_PROGRESS',
  'KEY_REUSED',
  'PASSWORD_LENGTH',
  'PASSWORD_GUESSABLE',
  'PASSWORD_MISMATCH',
  'PASSWORD_COMMON',
  'PASSWORD_WRONG',
  'PASSWORD_SAME',
  'PASSWORD_TOKEN_EXPIRED',
  'TOO_MANY_ROWS',
  'TOO_MANY_COLUMNS',
  'FILE_UNREADABLE',
  'FILE_EMPTY',
  'FILE_QUOTE',
  'CONDITIONS_EXIST',
  'TOO_MANY_CONDITIONS',
  'WATCHLIST_FULL',
  'WATCHLIST_CHANGED',
  'WATCHLIST_GROUP_EXISTS',
  'TOO_MANY_WATCHLIST_GROUPS',
  'APPROVAL_NEEDED',
  'METHOD',
  'UNAVAILABLE',
  'INTERNAL',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** How many conditions a trader may save, and the longest name in characters. */
export const savedConditions = { most: 50, longestName: 40 } as const

/** The longest watchlist, in securities: two lists of a hundred names. Prices are pushed for the rows on the screen. */
export const maxWatchlistLength = 200

/** How many groups a watchlist may have, and the longest name in characters. */
export const watchlistGroups = { most: 20, longestName: 32 } as const
