import Type, { type Static } from 'typebox'
import { providerUses, sessionKinds, staffGrants } from '../../codes.ts'
import { callSchemas } from '../call-schemas.ts'
import { described, Id, nullable, oneOf, Role } from '../common.ts'
import { Count, InputText, IsoTime, Reason } from './console-fields.ts'

const isoTimeOrNone = nullable(IsoTime)
const MailLanguage = oneOf(['en', 'ja'])
const Grant = oneOf(staffGrants)

const ConsoleUser = Type.Object({
  userId: described('What the audit trail and the journal call the user.', Id),
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  role: Role,
  firm: described('The institution of a trader.', nullable(Type.String())),
  broker: described("The short name of a broker user's broker.", nullable(Type.String())),
  grants: described('What a user of staff may do.', Type.Array(Grant)),
  deskHead: Type.Boolean(),
  active: described('Whether the user is not disabled.', Type.Boolean()),
  locked: described('By too many wrong codes, until somebody unlocks the account.', Type.Boolean()),
  firstLogin: described('Whether the user has yet to set an own password.', Type.Boolean()),
  temporaryUntil: described('Until when a temporary password is valid.', isoTimeOrNone),
  signedIn: described('Whether a session is open.', Type.Boolean()),
})
export type ConsoleUser = Static<typeof ConsoleUser>

export const OperationsUsers = Type.Object({
  at: described('When this was read.', IsoTime),
  users: described('By e-mail address.', Type.Array(ConsoleUser)),
  firms: described('The names of the institutions.', Type.Array(Type.String())),
  brokers: described('The short names of the brokers.', Type.Array(Type.String())),
})
export type OperationsUsers = Static<typeof OperationsUsers>

const SecondFactor = Type.Object({
  kind: oneOf(['APP', 'PASSKEY']),
  name: Type.String(),
  addedAt: IsoTime,
  lastUsedAt: isoTimeOrNone,
})

const OpenSession = Type.Object({
  kind: described(
    'At a desk, one in which only a password can be set or a passkey be added, or one of an order management system.',
    oneOf(sessionKinds),
  ),
  startedAt: IsoTime,
  lastSeen: described('To the minute.', IsoTime),
})

export const OperationsUser = Type.Object({
  user: ConsoleUser,
  phone: described('The last two digits, by which its owner recognises it.', nullable(Type.String())),
  twoFactor: described('Whether a code by SMS is asked for.', Type.Boolean()),
  language: described('Of mails and SMS.', MailLanguage),
  provider: described(
    'Whether the user signs in with a provider alone, and has no password here, or with one beside other ways.',
    nullable(oneOf(providerUses)),
  ),
  lastSignIn: isoTimeOrNone,
  sessions: Type.Array(OpenSession),
  secondFactors: Type.Array(SecondFactor),
  recoveryCodes: described('How many are left.', Count),
})
export type OperationsUser = Static<typeof OperationsUser>

export const UserRequest = Type.Object({ userId: Id, reason: Reason })
export type UserRequest = Static<typeof UserRequest>

const UserChange = Type.Object({
  userId: Id,
  reason: Reason,
  newEmail: Type.Optional(InputText),
  firstName: Type.Optional(InputText),
  lastName: Type.Optional(InputText),
  phone: Type.Optional(InputText),
  twoFactor: Type.Optional(Type.Boolean()),
  language: Type.Optional(MailLanguage),
  deskHead: Type.Optional(Type.Boolean()),
})
export type UserChange = Static<typeof UserChange>

const NewUser = Type.Object({
  email: InputText,
  firstName: InputText,
  lastName: InputText,
  role: Role,
  firm: described('The institution of a trader, by its name.', Type.Optional(InputText)),
  broker: described('The broker of a broker user, by its short name.', Type.Optional(InputText)),
  phone: Type.Optional(InputText),
  twoFactor: Type.Optional(Type.Boolean()),
  language: Type.Optional(MailLanguage),
  reason: Reason,
})
export type NewUser = Static<typeof NewUser>

const GrantRequest = Type.Object({ userId: Id, grant: Grant, reason: Reason })

const Changed = Type.Object({ changed: described('False if it was so already.', Type.Boolean()) })

const userFailures = { 400: ['INVALID'], 409: ['USER_UNKNOWN'] } as const
/** Of what concerns users of staff, for which a second person may be needed. */
const guardedFailures = {
  400: ['INVALID'],
  409: ['USER_UNKNOWN', 'APPROVAL_NEEDED', 'APPROVAL_LIMIT'],
} as const

export const operationsUsers = callSchemas({
  summary: 'The users, as `aitai user list` has them',
  reply: OperationsUsers,
})

export const operationsUser = callSchemas({
  summary: 'A user, as `aitai user show`, `user sessions` and `user authenticators` have one',
  params: Type.Object({ userId: Id }),
  reply: OperationsUser,
})

export const addUser = callSchemas({
  summary: 'Add a user and mail a temporary password: `aitai user add`',
  body: NewUser,
  reply: Type.Object({ userId: Id }),
  failures: {
    400: ['INVALID'],
    409: [
      ...(['USER_EXISTS', 'DOMAIN_TAKEN', 'FIRM_UNKNOWN', 'BROKER_UNKNOWN'] as const),
      ...(['APPROVAL_NEEDED', 'APPROVAL_LIMIT'] as const),
    ],
  },
})

export const changeUser = callSchemas({
  summary: "Change a user's details, or name a desk head: `aitai user change`",
  body: UserChange,
  reply: Type.Object({
    changed: described('The names of the details that are new.', Type.Array(Type.String())),
    invitedAgain: described('Whether the user was invited again by mail.', Type.Boolean()),
  }),
  failures: {
    400: ['INVALID'],
    409: ['USER_UNKNOWN', 'USER_EXISTS', 'DOMAIN_TAKEN', 'APPROVAL_NEEDED', 'APPROVAL_LIMIT'],
  },
})

export const disableUser = callSchemas({
  summary: 'Disable a user: the sessions end, the IOIs are paused: `aitai user disable`',
  body: UserRequest,
  reply: Changed,
  failures: userFailures,
})

export const enableUser = callSchemas({
  summary: 'Enable a user again: `aitai user enable`',
  body: UserRequest,
  reply: Changed,
  failures: guardedFailures,
})

export const resetUser = callSchemas({
  summary: 'Mail a user a new temporary password: `aitai user reset`',
  body: UserRequest,
  reply: Type.Object({ temporaryUntil: IsoTime }),
  failures: {
    400: ['INVALID'],
    409: ['USER_UNKNOWN', 'USER_DISABLED', 'MANAGED_BY_PROVIDER', 'APPROVAL_NEEDED', 'APPROVAL_LIMIT'],
  },
})

export const unlockUser = callSchemas({
  summary: 'Unlock a user after too many wrong passwords or codes: `aitai user unlock`',
  body: UserRequest,
  reply: Type.Object({ wrongCodes: described('That are forgotten.', Count) }),
  failures: userFailures,
})

export const signOutUser = callSchemas({
  summary: "End a user's sessions: `aitai user sessions --end`",
  body: UserRequest,
  reply: Type.Object({ sessionsEnded: Count }),
  failures: userFailures,
})

export const removeSecondFactors = callSchemas({
  summary:
    "Remove a user's authenticator apps, passkeys and recovery codes: `aitai user authenticators --remove`",
  body: UserRequest,
  reply: Type.Object({ removed: Count }),
  failures: guardedFailures,
})

export const addGrant = callSchemas({
  summary: 'Give a user of staff a grant: `aitai user grant`',
  body: GrantRequest,
  reply: Changed,
  failures: guardedFailures,
})

export const revokeGrant = callSchemas({
  summary: 'Take a grant away from a user of staff: `aitai user revoke`',
  body: GrantRequest,
  reply: Changed,
  failures: guardedFailures,
})
