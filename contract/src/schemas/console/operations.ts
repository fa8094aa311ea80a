import { exchanges } from '@aitai/engine/model/calendar.ts'
import { haltKinds } from '@aitai/engine/model/state.ts'
import Type, { type Static } from 'typebox'
import { checkNames, quoteSources } from '../../codes.ts'
import { callSchemas } from '../call-schemas.ts'
import { described, nullable, oneOf } from '../common.ts'
import { Count, IsoTime } from './console-fields.ts'

const tokyoHours = Type.Array(
  Type.String({ description: 'A period of the day in Tokyo, such as 09:00–11:30.' }),
)

const MarketToday = Type.Object({
  tradingDay: described('In Tokyo.', Type.String({ description: 'An ISO date.' })),
  platformClosed: described('Whether an operator has closed the platform.', Type.Boolean()),
  haltedFirms: described('How many institutions are halted.', Count),
  haltedSecurities: described('How many securities are halted.', Count),
  exchanges: Type.Array(
    Type.Object({
      exchange: oneOf(exchanges),
      phase: oneOf(['MATCHING', 'AFTER_HOURS', 'PAUSED', 'CLOSED']),
      isTradingDay: Type.Boolean(),
      platform: tokyoHours,
      matching: tokyoHours,
      afterHours: tokyoHours,
    }),
  ),
})

const ServerProcess = Type.Object({
  address: Type.String(),
  role: oneOf(['writer', 'follower']),
  startedAt: IsoTime,
  silentSeconds: Type.Integer(),
  entriesBehind: Type.Integer(),
  clockDifferenceMs: Type.Integer(),
})

const Check = Type.Object({
  name: oneOf(checkNames),
  health: oneOf(['warn', 'fail']),
  says: described('What `aitai doctor` prints, in English.', Type.String()),
  todo: described('What `aitai doctor` says to do, in English.', Type.String()),
})
export type Check = Static<typeof Check>

export const OperationsToday = Type.Object({
  at: described('When this was read.', IsoTime),
  market: nullable(MarketToday),
  sessions: described('Open sessions, by role.', Type.Object({ TRADER: Count, BROKER: Count, STAFF: Count })),
  startedAt: described('Of the server that replies.', nullable(IsoTime)),
  processes: described(
    'The servers on one PostgreSQL, the writer first; null with the embedded database.',
    nullable(Type.Array(ServerProcess)),
  ),
  journal: Type.Object({ entries: Count, newest: nullable(IsoTime) }),
  quotes: nullable(
    Type.Object({
      source: oneOf(quoteSources),
      newestAgeSeconds: nullable(Count),
      securities: Count,
      fresh: Count,
      hasIndex: Type.Boolean(),
    }),
  ),
  outbox: Type.Object({
    waiting: Count,
    oldestSeconds: nullable(Count),
    givenUp: described('In the last 24 hours.', Count),
  }),
  checkedAt: described('When the checks were made, at most a minute ago.', IsoTime),
  checks: described('The checks of `aitai doctor` that need attention, failures first.', Type.Array(Check)),
})
export type OperationsToday = Static<typeof OperationsToday>

const HaltKind = oneOf(haltKinds)

const CurrentHalt = Type.Object({
  what: HaltKind,
  name: described('The institution or the RIC; null for the platform.', nullable(Type.String())),
  since: IsoTime,
  by: described(
    'The name of a user of staff, or the name that was given at the command line.',
    Type.String(),
  ),
  isUser: described('Whether that is a user who was signed in.', Type.Boolean()),
  reason: Type.String(),
})
export type CurrentHalt = Static<typeof CurrentHalt>

const NamedSecurity = Type.Object({ ric: Type.String(), name: Type.String(), localName: Type.String() })
export type NamedSecurity = Static<typeof NamedSecurity>

export const OperationsHalts = Type.Object({
  halts: described('The newest first.', Type.Array(CurrentHalt)),
  firms: described('The names of the institutions that can be halted.', Type.Array(Type.String())),
  securities: described('The names of the halted securities.', Type.Array(NamedSecurity)),
})
export type OperationsHalts = Static<typeof OperationsHalts>

const HaltRequest = Type.Object({
  what: HaltKind,
  name: described(
    'The institution, or the RIC of the security.',
    Type.Optional(Type.String({ maxLength: 200 })),
  ),
  reason: described('Stored permanently.', Type.String({ maxLength: 2_000 })),
})

export type HaltRequest = Static<typeof HaltRequest>

const HaltChange = Type.Object({
  what: HaltKind,
  name: nullable(Type.String()),
  halted: Type.Boolean(),
  changed: described('False if it was so already.', Type.Boolean()),
})

export type HaltChange = Static<typeof HaltChange>

export const operationsToday = callSchemas({
  summary: 'The state of the installation, as `aitai status` and `aitai doctor` have it',
  reply: OperationsToday,
})

export const operationsHalts = callSchemas({
  summary: 'What is halted now, since when, by whom and why, as `aitai halt list` has it',
  reply: OperationsHalts,
})

export const operationsSecurity = callSchemas({
  summary: 'The name of a security, before it is halted',
  params: Type.Object({ ric: Type.String({ minLength: 1, maxLength: 40 }) }),
  reply: NamedSecurity,
})

const haltFailures = { 400: ['INVALID'], 409: ['FIRM_UNKNOWN', 'SECURITY_UNKNOWN'] } as const
/** Opening the platform needs a second person. */
const resumeFailures = {
  ...haltFailures,
  409: [...haltFailures[409], 'APPROVAL_NEEDED', 'APPROVAL_LIMIT'],
} as const

export const haltTarget = callSchemas({
  summary: 'Close the platform, or halt an institution or a security',
  body: HaltRequest,
  reply: HaltChange,
  failures: haltFailures,
})

export const resumeTarget = callSchemas({
  summary: 'Open the platform, or end the halt of an institution or a security',
  body: HaltRequest,
  reply: HaltChange,
  failures: resumeFailures,
})
