import Type, { type Static } from 'typebox'
import { callSchemas } from '../call-schemas.ts'
import { described, nullable, oneOf } from '../common.ts'
import { Count, IsoDate, Reason } from './console-fields.ts'

const activity = {
  locates: Count,
  withdrawn: Count,
  failures: Type.Object({
    total: Count,
    declined: Count,
    excused: Count,
    timedOut: Count,
    knockedOut: Count,
    notExecuted: Count,
  }),
  failuresPerLocate: nullable(Type.Number()),
  securitiesLocated: Count,
  sizesTried: Type.Array(Type.Object({ security: Type.String(), sizes: Count })),
  quickCancels: Count,
}

const budgets = ['SECURITY', 'TRADER', 'FIRM', 'SECURITY_WITHDRAWAL', 'FIRM_WITHDRAWAL', 'PAIR'] as const

const usedUp = {
  budget: oneOf(budgets),
  of: described(
    'The security, the trader or the other institution; null for all securities.',
    nullable(Type.String()),
  ),
  count: Count,
}

const sign = <const S extends string, const P extends Parameters<typeof Type.Object>[0]>(
  name: S,
  values: P,
) => Type.Object({ sign: Type.Literal(name), ...values })

const ProbingSign = Type.Union([
  sign('FAILURES', { failures: Count, locates: Count }),
  sign('WITHDRAWN', { withdrawn: Count }),
  sign('SIZES', { security: Type.String(), sizes: Count }),
  sign('QUICK_CANCELS', { adverts: Count }),
  sign('BUDGET', usedUp),
])
export type ShownSign = Static<typeof ProbingSign>

const WatchedInstitution = Type.Object({
  institution: Type.String(),
  signs: described('Why it looks like probing; empty if it does not.', Type.Array(ProbingSign)),
  ...activity,
  budgetsUsedUp: Type.Array(Type.Object(usedUp)),
  traders: Type.Array(Type.Object({ trader: described('The e-mail.', Type.String()), ...activity })),
})
export type WatchedInstitution = Static<typeof WatchedInstitution>

const Surveillance = Type.Object({
  date: described('The trading day, in Tokyo.', IsoDate),
  institutions: described(
    'Those that look like probing first, then by failures; without those that did nothing.',
    Type.Array(WatchedInstitution),
  ),
})
export type Surveillance = Static<typeof Surveillance>

export const viewSurveillance = callSchemas({
  summary: 'Who looks like probing on a trading day, as `aitai surveillance` shows it',
  body: Type.Object({ day: described('A trading day, in Tokyo.', IsoDate), reason: Reason }),
  reply: Surveillance,
  failures: { 400: ['INVALID'], 403: ['CONFIRMATION_REQUIRED'] },
})
