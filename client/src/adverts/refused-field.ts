import type { TermName } from './terms.ts'

/** The field a refusal is about, so that its text stands beside the cause. */
const fieldOfCode: Readonly<Record<string, TermName>> = {
  'ADVERT-ERROR-004': 'shareQuantity',
  'ADVERT-LOT': 'shareQuantity',
  'ADVERT-MINIMUM': 'minimumQuantity',
  'ADVERT-ERROR-006': 'credibilityHurdle',
  'ADVERT-ERROR-011': 'brokerIds',
  'ADVERT-BROKER': 'brokerIds',
  'ADVERT-DURATION': 'duration',
  'ADVERT-DIRECTION': 'direction',
}

export const refusedField = (errorCode: string): TermName | null => fieldOfCode[errorCode] ?? null
