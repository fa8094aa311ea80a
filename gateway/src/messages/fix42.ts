import { type FixField, type FixMessage, fieldOf } from '../wire/fix-message.ts'
import { messageTypes, messageTags as tag } from './message-tags.ts'
import { brokerFields, partyRoles } from './order-terms.ts'

/** The messages that FIX 4.2 does not have: their types begin with U there. */
const missingTypes: ReadonlySet<string> = new Set([
  messageTypes.quoteResponse,
  messageTypes.securityListRequest,
  messageTypes.securityList,
  messageTypes.executionAck,
  messageTypes.tradeReport,
  messageTypes.tradeReportAck,
])

/** The fields that take the place of parties, by their roles. */
const fieldsOfRoles: Readonly<Record<string, number>> = {
  [partyRoles.executingFirm]: tag.execBroker,
  [partyRoles.orderOriginator]: tag.ownInstitution,
  [partyRoles.contraFirm]: tag.contraInstitution,
}

/** Separates the short names of a BrokerPath (5019). */
const pathSeparator = ';'

/** Returns a message of FIX 4.2 as it would be in FIX 4.4. */
export function fromFix42(message: FixMessage): FixMessage {
  const type = message.type.replace(/^U(?=.)/, '')
  const fields = message.fields.flatMap(([of, value]): readonly FixField[] =>
    of === tag.brokerPath
      ? brokerFields(value.split(pathSeparator).filter((name) => name !== ''))
      : [[of, value]],
  )
  return { type, fields }
}

/** Returns a message of FIX 4.4 as it is in FIX 4.2; what else it has beside type and fields stays. */
export function toFix42<M extends FixMessage>(message: M): M {
  const type = missingTypes.has(message.type) ? `U${message.type}` : message.type
  const fields = withoutParties(message)
  return { ...message, type, fields: type === messageTypes.executionReport ? asReport42(fields) : fields }
}

/** The brokers of an order in one field, every other party in a field of its own. */
function withoutParties({ type, fields }: FixMessage): FixField[] {
  const isOrder = type !== messageTypes.executionReport
  const path: string[] = []
  const changed: FixField[] = []
  let id = ''
  for (const [of, value] of fields)
    if (of === tag.partyId) id = value
    else if (of === tag.partyRole) {
      if (isOrder) path.push(id)
      else changed.push([fieldsOfRoles[value] ?? tag.execBroker, id])
    } else if (of !== tag.noPartyIds && of !== tag.partyIdSource) changed.push([of, value])
  return path.length === 0 ? changed : [...changed, [tag.brokerPath, path.join(pathSeparator)]]
}

/** FIX 4.2 says in ExecTransType (20) that a report only repeats the status. */
function asReport42(fields: readonly FixField[]): FixField[] {
  const report = { type: messageTypes.executionReport, fields }
  const isStatus = fieldOf(report, tag.execType) === 'I'
  const status = fieldOf(report, tag.ordStatus) ?? ''
  return [
    ...fields.map(([of, value]): FixField => (of === tag.execType && isStatus ? [of, status] : [of, value])),
    [tag.execTransType, isStatus ? '3' : '0'],
  ]
}
