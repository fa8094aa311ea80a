import Type, { type Static } from 'typebox'
import { requiredFactors } from '../../codes.ts'
import { callSchemas } from '../call-schemas.ts'
import { described, nullable, oneOf, yenInteger } from '../common.ts'
import { Count, InputText, Reason } from './console-fields.ts'

const sizeLimit = described('Whole yen; null for none.', nullable(yenInteger()))

const requiredFactor = described('What its people sign in with.', oneOf(requiredFactors))

const ConsoleFirm = Type.Object({
  name: Type.String(),
  affiliateGroup: described('Institutions of one group never match each other.', nullable(Type.String())),
  active: described('Whether it is not disabled.', Type.Boolean()),
  largestNotional: described('The largest advert.', sizeLimit),
  largestLiveNotional: described('All live adverts together.', sizeLimit),
  showsTraders: described('Whether brokers see its traders under an agreement.', Type.Boolean()),
  omsAnswers: described('Whether its order management systems answer locates.', Type.Boolean()),
  requiredFactor,
  brokers: described('The short names of its brokers.', Type.Array(Type.String())),
  users: described('Active users.', Count),
})
export type ConsoleFirm = Static<typeof ConsoleFirm>

const ConsoleBroker = Type.Object({
  name: Type.String(),
  shortName: Type.String(),
  contact: described('Of the dealing desk, shown to traders under an agreement.', Type.String()),
  swapEnabled: described('Whether it may stand between a cash and a swap side.', Type.Boolean()),
  active: described('Whether it is not disabled.', Type.Boolean()),
  requiredFactor,
  firms: described('The names of the institutions that may use it.', Type.Array(Type.String())),
  users: described('Active users.', Count),
})
export type ConsoleBroker = Static<typeof ConsoleBroker>

export const OperationsInstitutions = Type.Object({
  firms: described('By name.', Type.Array(ConsoleFirm)),
  brokers: described('By name.', Type.Array(ConsoleBroker)),
})
export type OperationsInstitutions = Static<typeof OperationsInstitutions>

const NewFirm = Type.Object({
  name: InputText,
  affiliateGroup: Type.Optional(InputText),
  reason: Reason,
})

const FirmChange = Type.Object({
  firm: described('By its name.', InputText),
  largestNotional: Type.Optional(sizeLimit),
  largestLiveNotional: Type.Optional(sizeLimit),
  showsTraders: Type.Optional(Type.Boolean()),
  omsAnswers: Type.Optional(Type.Boolean()),
  requiredFactor: Type.Optional(requiredFactor),
  affiliateGroup: described('Null for none.', Type.Optional(nullable(InputText))),
  reason: Reason,
})
export type FirmChange = Static<typeof FirmChange>

const FirmRename = Type.Object({ firm: InputText, to: InputText, reason: Reason })

const FirmRequest = Type.Object({ firm: described('By its name.', InputText), reason: Reason })

const NewBroker = Type.Object({
  name: InputText,
  shortName: InputText,
  contact: described("The broker's name if omitted.", Type.Optional(InputText)),
  swapEnabled: Type.Optional(Type.Boolean()),
  reason: Reason,
})

const BrokerChange = Type.Object({
  shortName: InputText,
  name: Type.Optional(InputText),
  contact: Type.Optional(InputText),
  reason: Reason,
})

const BrokerRequest = Type.Object({ shortName: InputText, reason: Reason })
const Assignment = Type.Object({ firm: InputText, shortName: InputText, reason: Reason })

const Changed = Type.Object({ changed: described('False if it was so already.', Type.Boolean()) })

const firmFailures = { 400: ['INVALID'], 409: ['FIRM_UNKNOWN'] } as const
const brokerFailures = { 400: ['INVALID'], 409: ['BROKER_UNKNOWN'] } as const
const assignmentFailures = { 400: ['INVALID'], 409: ['FIRM_UNKNOWN', 'BROKER_UNKNOWN'] } as const

export const operationsInstitutions = callSchemas({
  summary: 'The institutions and brokers, as `aitai firm list` and `aitai broker list` have them',
  reply: OperationsInstitutions,
})

export const addFirm = callSchemas({
  summary: 'Add an institution: `aitai firm add`',
  body: NewFirm,
  reply: Type.Object({ name: Type.String() }),
  failures: { 400: ['INVALID'], 409: ['FIRM_EXISTS'] },
})

export const changeFirm = callSchemas({
  summary: 'Change the limits and settings of an institution: `aitai firm change`',
  body: FirmChange,
  reply: Changed,
  failures: { 400: ['INVALID'], 409: ['FIRM_UNKNOWN', 'APPROVAL_NEEDED', 'APPROVAL_LIMIT'] },
})

export const renameFirm = callSchemas({
  summary: 'Rename an institution: `aitai firm rename`',
  body: FirmRename,
  reply: Changed,
  failures: { 400: ['INVALID'], 409: ['FIRM_UNKNOWN', 'FIRM_EXISTS'] },
})

export const disableFirm = callSchemas({
  summary: 'Disable an institution: its users are signed out, its IOIs are paused: `aitai firm disable`',
  body: FirmRequest,
  reply: Changed,
  failures: firmFailures,
})

export const enableFirm = callSchemas({
  summary: 'Enable an institution again: `aitai firm enable`',
  body: FirmRequest,
  reply: Changed,
  failures: firmFailures,
})

export const addBroker = callSchemas({
  summary: 'Add an executing broker: `aitai broker add`',
  body: NewBroker,
  reply: Type.Object({ shortName: Type.String() }),
  failures: { 400: ['INVALID'], 409: ['BROKER_EXISTS'] },
})

export const changeBroker = callSchemas({
  summary: 'Change the name or the contact of a broker: `aitai broker change`',
  body: BrokerChange,
  reply: Changed,
  failures: { 400: ['INVALID'], 409: ['BROKER_UNKNOWN', 'BROKER_EXISTS'] },
})

export const disableBroker = callSchemas({
  summary: 'Disable a broker: nothing matches through it: `aitai broker disable`',
  body: BrokerRequest,
  reply: Changed,
  failures: brokerFailures,
})

export const enableBroker = callSchemas({
  summary: 'Enable a broker again: `aitai broker enable`',
  body: BrokerRequest,
  reply: Changed,
  failures: brokerFailures,
})

export const assignBroker = callSchemas({
  summary: 'Let an institution use a broker: `aitai broker assign`',
  body: Assignment,
  reply: Changed,
  failures: assignmentFailures,
})

export const unassignBroker = callSchemas({
  summary: 'Let an institution use a broker no longer: `aitai broker unassign`',
  body: Assignment,
  reply: Changed,
  failures: assignmentFailures,
})
