import { requiredFactors, staffGrants } from '@aitai/contract/codes.ts'
import { Role, strictObject } from '@aitai/contract/schemas/common.ts'
import { exchanges } from '@aitai/engine/model/calendar.ts'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { dataKeysName, secretNames } from '../accounts/installation-secrets.ts'
import { type AdminRefusal, adminRefusal } from './admin-context.ts'

const text = Type.String()
const maybe = Type.Optional(text)
const flag = Type.Optional(Type.Boolean())
const language = Type.Optional(Type.Union([Type.Literal('en'), Type.Literal('ja')]))

const nothing = strictObject({})
const why = strictObject({ reason: text })
const ofFirm = strictObject({ firm: text, reason: text })
const ofBroker = strictObject({ shortName: text, reason: text })
const ofUser = strictObject({ email: text, reason: text })
const ofGrant = strictObject({ email: text, grant: Type.Enum([...staffGrants]), reason: text })
/** An institution, a broker, or staff. */
const ofOwner = { firm: maybe, broker: maybe, staff: flag }
const moment = Type.Integer()
const link = strictObject({ seq: Type.Integer({ minimum: 0 }), hash: text })
const knownEnds = strictObject({ journal: link, audit: link })
const target = strictObject({ firm: maybe, security: maybe, reason: text })
const affected = strictObject({ firm: maybe, broker: maybe, user: maybe, reason: text })
/** Whole yen; null removes the limit. */
const sizeLimit = Type.Optional(Type.Union([Type.Integer(), Type.Null()]))
const requiredFactor = Type.Optional(Type.Enum([...requiredFactors]))
const ofExchange = Type.Enum([...exchanges, 'ALL'])

/** What each admin command takes. */
const schemas = {
  'firm add': strictObject({ name: text, affiliateGroup: maybe, reason: maybe }),
  'firm list': nothing,
  'firm change': strictObject({
    firm: text,
    reason: text,
    largestNotional: sizeLimit,
    largestLiveNotional: sizeLimit,
    showsTraders: flag,
    omsAnswers: flag,
    affiliateGroup: Type.Optional(Type.Union([text, Type.Null()])),
    requiredFactor,
  }),
  'firm rename': strictObject({ firm: text, to: text, reason: text }),
  'firm disable': ofFirm,
  'firm enable': ofFirm,
  'broker add': strictObject({
    name: text,
    shortName: text,
    contact: maybe,
    swapEnabled: flag,
    reason: maybe,
  }),
  'broker list': nothing,
  'broker change': strictObject({
    shortName: text,
    name: maybe,
    contact: maybe,
    requiredFactor,
    reason: text,
  }),
  'broker assign': strictObject({ firm: text, shortName: text, reason: maybe }),
  'broker unassign': strictObject({ firm: text, shortName: text, reason: maybe }),
  'broker disable': ofBroker,
  'broker enable': ofBroker,
  'user add': strictObject({
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
  'user list': nothing,
  'user show': strictObject({ email: text }),
  'user export': ofUser,
  'user erase': ofUser,
  'user disable': ofUser,
  'user enable': ofUser,
  'user reset': ofUser,
  'user unlock': ofUser,
  'user sessions': strictObject({ email: text, end: flag, reason: maybe }),
  'user authenticators': strictObject({ email: text, remove: flag, reason: maybe }),
  'user change': strictObject({
    email: text,
    reason: text,
    newEmail: maybe,
    firstName: maybe,
    lastName: maybe,
    phone: maybe,
    twoFactor: flag,
    language,
    deskHead: flag,
  }),
  'user grant': ofGrant,
  'user revoke': ofGrant,
  'sign-on set': strictObject({
    ...ofOwner,
    issuer: text,
    clientId: text,
    clientSecret: text,
    domains: Type.Array(text),
    othersAllowed: flag,
    addressesTrusted: flag,
    reason: text,
  }),
  'sign-on list': nothing,
  'sign-on remove': strictObject({ ...ofOwner, reason: text }),
  'staff show': nothing,
  'staff change': strictObject({ requiredFactor: Type.Enum([...requiredFactors]), reason: text }),
  'credential add': strictObject({
    ...ofOwner,
    users: Type.Array(text),
    networks: Type.Array(text),
    note: maybe,
    reason: maybe,
  }),
  'credential list': nothing,
  'credential revoke': strictObject({ id: text, reason: text }),
  'platform open': why,
  'platform close': why,
  halt: target,
  resume: target,
  halts: nothing,
  impact: affected,
  'rating show': strictObject({ email: text }),
  outbox: strictObject({ unsent: flag }),
  'policy-reports': nothing,
  'equities import': strictObject({
    file: text,
    dryRun: flag,
    skipUntradable: flag,
    yes: flag,
    reason: maybe,
  }),
  'holidays import': strictObject({ file: text, zone: text, dryRun: flag, yes: flag, reason: maybe }),
  'holidays list': nothing,
  'hours set': strictObject({
    of: ofExchange,
    zone: text,
    yes: flag,
    reason: maybe,
    platform: maybe,
    exchange: maybe,
    matching: maybe,
    afterHours: maybe,
  }),
  'hours show': strictObject({ of: ofExchange, zone: text }),
  'venue show': nothing,
  'venue set': strictObject({ values: Type.Record(text, text), from: maybe, reason: text }),
  'venue schedule': strictObject({ cancel: maybe, reason: maybe }),
  status: nothing,
  'replay verify': nothing,
  'advert list': strictObject({ firm: maybe, user: maybe, security: maybe, reason: text }),
  'advert cancel': strictObject({ advert: text, reason: text }),
  'audit export': strictObject({
    from: moment,
    to: Type.Optional(moment),
    reason: text,
    file: text,
    format: Type.Enum(['csv', 'json']),
    advert: maybe,
    user: maybe,
    firm: maybe,
  }),
  'audit search': strictObject({
    from: moment,
    to: moment,
    action: maybe,
    actor: maybe,
    subject: maybe,
    before: Type.Optional(moment),
  }),
  'audit verify': strictObject({
    known: Type.Optional(knownEnds),
    heads: Type.Optional(Type.Array(text)),
    keys: Type.Optional(Type.Array(text)),
  }),
  'evidence head': nothing,
  'evidence keys': nothing,
  backup: strictObject({ to: text, reason: maybe, recipients: Type.Optional(Type.Array(text)) }),
  doctor: nothing,
  'after-restore': strictObject({ reason: text }),
  'secret rotate': strictObject({ secret: Type.Enum([...secretNames, dataKeysName]), reason: text }),
  'secret lost': strictObject({ reason: text, confirmed: flag }),
  'explain match': strictObject({ a: text, b: text, at: Type.Optional(Type.Integer()), reason: text }),
  approvals: nothing,
  approve: strictObject({ id: text }),
  reject: strictObject({ id: text, reason: maybe }),
  surveillance: strictObject({ day: Type.Optional(Type.Integer({ minimum: 0 })), reason: text }),
}

export type AdminCommandName = keyof typeof schemas
/** The arguments of a command. */
export type AdminCommandArgs<N extends AdminCommandName> = Static<(typeof schemas)[N]>

const isCommandName = (name: string): name is AdminCommandName => Object.hasOwn(schemas, name)

/** Why a command that may come from another version of `aitai` cannot run; null if it can. */
export function invalidCommand(name: string, args: unknown): { readonly refusal: AdminRefusal } | null {
  if (!isCommandName(name)) return adminRefusal('UNKNOWN', `The server knows no command '${name}'.`)
  if (!Check(schemas[name], args)) return adminRefusal('INVALID', `The arguments of '${name}' are not valid.`)
  return null
}
