import { Role } from '@aitai/contract/schemas/common.ts'
import { exchanges } from '@aitai/engine/calendar/calendar.ts'
import Type, { type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { type AdminContext, type AdminReply, adminRefusal } from './admin-context.ts'
import { exportAudit } from './audit/audit-export.ts'
import { verifyAudit } from './audit/audit-verification.ts'
import { takeBackup } from './backup/backup.ts'
import {
  addBroker,
  assignBroker,
  disableBroker,
  enableBroker,
  listBrokers,
  unassignBroker,
} from './brokers.ts'
import { doctor } from './doctor/doctor.ts'
import { addFirm, changeFirm, disableFirm, enableFirm, listFirms } from './firms.ts'
import { closePlatform, haltTarget, listHalts, openPlatform, resumeTarget } from './halts.ts'
import { showStatus } from './installation-status.ts'
import { explainMatch } from './journal/match-explanation.ts'
import { verifyReplay } from './journal/replay-verification.ts'
import { viewSurveillance } from './journal/surveillance.ts'
import { readOutbox } from './outbox-listing.ts'
import { importEquities } from './reference/equity-import.ts'
import { importHolidays, listHolidays } from './reference/holiday-import.ts'
import { setHours, showHours } from './reference/trading-hours.ts'
import { scheduleVenue, setVenue, showVenue } from './reference/venue-changes.ts'
import { changeUser, unlockUser, userSessions } from './users/user-access.ts'
import { disableUser, enableUser, resetUser } from './users/user-changes.ts'
import { showRating } from './users/user-rating.ts'
import { addUser, listUsers } from './users/users.ts'

const strict = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const text = Type.String()
const maybe = Type.Optional(text)
const flag = Type.Optional(Type.Boolean())
const language = Type.Optional(Type.Union([Type.Literal('en'), Type.Literal('ja')]))

interface AdminCommand<A extends TSchema> {
  readonly args: A
  run(admin: AdminContext, args: Static<A>): Promise<AdminReply>
}
const command = <A extends TSchema>(args: A, run: AdminCommand<A>['run']): AdminCommand<A> => ({
  args,
  run,
})

const nothing = strict({})
const why = strict({ reason: text })
const ofFirm = strict({ firm: text, reason: text })
const ofBroker = strict({ shortName: text, reason: text })
const ofUser = strict({ email: text, reason: text })
const moment = Type.Integer()
const link = strict({ seq: Type.Integer({ minimum: 0 }), hash: text })
const knownEnds = strict({ journal: link, audit: link })
const target = strict({ firm: maybe, security: maybe, reason: text })
/** Whole yen; null removes the limit. */
const sizeLimit = Type.Optional(Type.Union([Type.Integer(), Type.Null()]))
const ofExchange = Type.Enum([...exchanges, 'ALL'])

/** All admin commands. They run in a running server, over its socket, or directly on the data. */
const commands = {
  'firm add': command(strict({ name: text, affiliateGroup: maybe, reason: maybe }), addFirm),
  'firm list': command(nothing, listFirms),
  'firm change': command(
    strict({ firm: text, reason: text, largestNotional: sizeLimit, largestLiveNotional: sizeLimit }),
    changeFirm,
  ),
  'firm disable': command(ofFirm, disableFirm),
  'firm enable': command(ofFirm, enableFirm),
  'broker add': command(
    strict({ name: text, shortName: text, contact: maybe, swapEnabled: flag, reason: maybe }),
    addBroker,
  ),
  'broker list': command(nothing, listBrokers),
  'broker assign': command(strict({ firm: text, shortName: text, reason: maybe }), assignBroker),
  'broker unassign': command(strict({ firm: text, shortName: text, reason: maybe }), unassignBroker),
  'broker disable': command(ofBroker, disableBroker),
  'broker enable': command(ofBroker, enableBroker),
  'user add': command(
    strict({
      email: text,
      firstName: text,
      lastName: text,
      role: Role,
      firm: maybe,
      broker: maybe,
      phone: maybe,
      twoFactor: flag,
      language,
      password: maybe,
      reason: maybe,
    }),
    addUser,
  ),
  'user list': command(nothing, listUsers),
  'user disable': command(ofUser, disableUser),
  'user enable': command(ofUser, enableUser),
  'user reset': command(ofUser, resetUser),
  'user unlock': command(ofUser, unlockUser),
  'user sessions': command(strict({ email: text, end: flag, reason: maybe }), userSessions),
  'user change': command(
    strict({ email: text, reason: text, phone: maybe, twoFactor: flag, language }),
    changeUser,
  ),
  'platform open': command(why, openPlatform),
  'platform close': command(why, closePlatform),
  halt: command(target, haltTarget),
  resume: command(target, resumeTarget),
  halts: command(nothing, listHalts),
  'rating show': command(strict({ email: text }), showRating),
  outbox: command(nothing, readOutbox),
  'equities import': command(strict({ file: text, dryRun: flag, yes: flag, reason: maybe }), importEquities),
  'holidays import': command(
    strict({ file: text, zone: text, dryRun: flag, yes: flag, reason: maybe }),
    importHolidays,
  ),
  'holidays list': command(nothing, listHolidays),
  'hours set': command(
    strict({
      of: ofExchange,
      zone: text,
      yes: flag,
      reason: maybe,
      platform: maybe,
      exchange: maybe,
      matching: maybe,
      afterHours: maybe,
    }),
    setHours,
  ),
  'hours show': command(strict({ of: ofExchange, zone: text }), showHours),
  'venue show': command(nothing, showVenue),
  'venue set': command(strict({ values: Type.Record(text, text), from: maybe, reason: text }), setVenue),
  'venue schedule': command(strict({ cancel: maybe, reason: maybe }), scheduleVenue),
  status: command(nothing, showStatus),
  'replay verify': command(nothing, verifyReplay),
  'audit export': command(
    strict({ from: moment, to: moment, reason: text, file: text, format: Type.Enum(['csv', 'json']) }),
    exportAudit,
  ),
  'audit verify': command(strict({ known: Type.Optional(knownEnds) }), verifyAudit),
  backup: command(strict({ to: text, reason: maybe }), takeBackup),
  doctor: command(nothing, doctor),
  'explain match': command(
    strict({ a: text, b: text, at: Type.Optional(Type.Integer()), by: text, reason: text }),
    explainMatch,
  ),
  surveillance: command(
    strict({ day: Type.Optional(Type.Integer({ minimum: 0 })), by: text, reason: text }),
    viewSurveillance,
  ),
}

export type AdminCommandName = keyof typeof commands
/** The arguments of a command. */
export type AdminCommandArgs<N extends AdminCommandName> = Static<(typeof commands)[N]['args']>

const isCommandName = (name: string): name is AdminCommandName => Object.hasOwn(commands, name)

/** Runs a command. Checks its name and arguments, which may come from another version of `aitai`. */
export async function runAdminCommand(admin: AdminContext, name: string, args: unknown): Promise<AdminReply> {
  if (!isCommandName(name)) return adminRefusal('UNKNOWN', `The server knows no command '${name}'.`)
  const { args: schema, run } = commands[name] as AdminCommand<TSchema>
  if (!Check(schema, args)) return adminRefusal('INVALID', `The arguments of '${name}' are not valid.`)
  return await run(admin, args)
}
