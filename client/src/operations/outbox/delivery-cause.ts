/** Why a message was not delivered, in words. The code beside it is what a log and the provider's support know. */
export type DeliveryCause = 'unreachable' | 'timeout' | 'credentials' | 'refused' | 'tooLate'

/** In order of precedence: what came too late has the last fault behind it. */
const shapes: readonly (readonly [RegExp, DeliveryCause])[] = [
  [/^TOO_LATE/, 'tooLate'],
  [/EAUTH|^HTTP 40[13]$/, 'credentials'],
  [/TIMEDOUT|TIMEOUT/, 'timeout'],
  [/ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|EDNS/, 'unreachable'],
  [/NO_ADDRESS|EENVELOPE|^SMTP 5\d\d|^HTTP 4(?:00|22)$/, 'refused'],
]

/** Returns the cause behind a fault of the outbox, such as `ESOCKET ECONNREFUSED`; null for one that only its code says. */
export const deliveryCause = (fault: string): DeliveryCause | null =>
  shapes.find(([shape]) => shape.test(fault))?.[1] ?? null
