import { type FixField, type FixMessage, fieldOf } from '../wire/fix-message.ts'
import { formatUtcTimestamp } from '../wire/utc-timestamp.ts'
import { messageTypes, messageTags as tag } from './message-tags.ts'
import {
  indicationTags,
  type OrderTerms,
  orderTags,
  readTerms,
  type TermTags,
  termFields,
} from './order-terms.ts'
import { type FixRefusal, gatewayRefusal, isRefusal } from './refusal.ts'

/** What an order or an indication requests. An indication is an order whose ClOrdID is its IOIID. */
export type OrderRequest =
  | ({ readonly type: 'new'; readonly ric: string; readonly terms: OrderTerms } & Requested)
  | ({
      readonly type: 'replace'
      readonly origClOrdId: string
      readonly terms: OrderTerms
      readonly suspension: 'SUSPEND' | 'RELEASE' | null
    } & Requested)
  | ({ readonly type: 'cancel'; readonly origClOrdId: string } & Requested)
  | ({ readonly type: 'status' } & Requested)

interface Requested {
  readonly clOrdId: string
  /** Whether it is an indication (6). */
  readonly isIndication: boolean
}

/** ExecInst (18): pegged to the mid, suspend, release from suspension. */
export const execInst = { mid: 'M', suspend: 'S', release: 'q' } as const

/** Reads a new order, a replacement, a cancel, a status request or an indication; the dictionary has validated it. */
export function readOrderRequest(message: FixMessage): OrderRequest | FixRefusal {
  const clOrdId = fieldOf(message, tag.clOrdId) ?? ''
  const origClOrdId = fieldOf(message, tag.origClOrdId) ?? ''
  const own = { clOrdId, isIndication: false } as const
  switch (message.type) {
    case messageTypes.indication:
      return readIndication(message)
    case messageTypes.cancel:
      return { type: 'cancel', origClOrdId, ...own }
    case messageTypes.statusRequest:
      return { type: 'status', ...own }
    case messageTypes.replace: {
      const terms = readTerms(message, orderTags)
      if (isRefusal(terms)) return terms
      return { type: 'replace', origClOrdId, terms, suspension: suspensionOf(message), ...own }
    }
    default:
      return readNew(message, orderTags, own)
  }
}

/** Writes a request as a counterparty would, at a time. */
export function writeOrderRequest(request: OrderRequest, ric: string, at: number): FixMessage {
  const transactTime: FixField = [tag.transactTime, formatUtcTimestamp(at)]
  if (request.isIndication) return writeIndication(request, ric, transactTime, at)
  const ids: FixField[] = [[tag.clOrdId, request.clOrdId]]
  if ('origClOrdId' in request) ids.push([tag.origClOrdId, request.origClOrdId])
  const symbol: FixField = [tag.symbol, ric]
  switch (request.type) {
    case 'status':
      return { type: messageTypes.statusRequest, fields: [...ids, symbol, [tag.side, '1']] }
    case 'cancel':
      return { type: messageTypes.cancel, fields: [...ids, symbol, [tag.side, '1'], transactTime] }
    case 'new':
    case 'replace': {
      const suspension = request.type === 'replace' ? suspensionValues[request.suspension ?? 'NONE'] : ''
      const instruction = execInst.mid + suspension
      const fields: FixField[] = [
        ...ids,
        [tag.execInst, instruction],
        symbol,
        transactTime,
        [tag.ordType, 'P'],
        ...termFields(request.terms, orderTags, at),
      ]
      return { type: request.type === 'new' ? messageTypes.newOrder : messageTypes.replace, fields }
    }
  }
}

const suspensionValues = {
  NONE: '',
  SUSPEND: ` ${execInst.suspend}`,
  RELEASE: ` ${execInst.release}`,
} as const

function suspensionOf(message: FixMessage): 'SUSPEND' | 'RELEASE' | null {
  const values = fieldOf(message, tag.execInst)?.split(' ') ?? []
  if (values.includes(execInst.suspend)) return 'SUSPEND'
  return values.includes(execInst.release) ? 'RELEASE' : null
}

function readNew(
  message: FixMessage,
  tags: TermTags,
  own: Pick<Requested, 'clOrdId' | 'isIndication'>,
): OrderRequest | FixRefusal {
  const ric = ricOf(message)
  if (typeof ric === 'object') return ric
  const terms = readTerms(message, tags)
  return isRefusal(terms) ? terms : { type: 'new', ric, terms, ...own }
}

/** IOITransType (28). */
const transTypes = { new: 'N', replace: 'R', cancel: 'C' } as const

function readIndication(message: FixMessage): OrderRequest | FixRefusal {
  const own = { clOrdId: fieldOf(message, tag.ioiId) ?? '', isIndication: true } as const
  const origClOrdId = fieldOf(message, tag.ioiRefId) ?? ''
  switch (fieldOf(message, tag.ioiTransType)) {
    case transTypes.cancel:
      return { type: 'cancel', origClOrdId, ...own }
    case transTypes.replace: {
      const terms = readTerms(message, indicationTags)
      return isRefusal(terms) ? terms : { type: 'replace', origClOrdId, terms, suspension: null, ...own }
    }
    default:
      return readNew(message, indicationTags, own)
  }
}

function writeIndication(request: OrderRequest, ric: string, transactTime: FixField, at: number): FixMessage {
  if (request.type === 'status') throw new Error('an indication has no status request')
  const terms =
    request.type === 'cancel'
      ? termFields({ direction: 'BUY', shareQuantity: 0 }, indicationTags, at)
      : termFields(request.terms, indicationTags, at)
  const fields: FixField[] = [
    [tag.ioiId, request.clOrdId],
    [tag.ioiTransType, transTypes[request.type]],
    ...('origClOrdId' in request ? ([[tag.ioiRefId, request.origClOrdId]] as FixField[]) : []),
    [tag.symbol, ric],
    transactTime,
    ...terms,
  ]
  return { type: messageTypes.indication, fields }
}

/** The RIC of a security: SecurityID (48) with SecurityIDSource (22) 5, else Symbol (55). */
function ricOf(message: FixMessage): string | FixRefusal {
  const securityId = fieldOf(message, tag.securityId)
  const source = fieldOf(message, tag.securityIdSource)
  if (securityId === undefined) return fieldOf(message, tag.symbol) ?? ''
  return source === '5' ? securityId : gatewayRefusal('FIX-SECURITY-SOURCE')
}
