import type { TermName } from '../terms.ts'

/** The field that a refusal is about; its text is shown beside that field. */
const fieldOfCode: Readonly<Record<string, TermName>> = {
  'ADVERT-ERROR-004': 'shareQuantity',
  'ADVERT-LOT': 'shareQuantity',
  'ADVERT-MINIMUM': 'minimumQuantity',
  'ADVERT-ERROR-006': 'credibilityHurdle',
  'ADVERT-ERROR-011': 'brokerIds',
  'ADVERT-BROKER': 'brokerIds',
  'ADVERT-DURATION': 'duration',
  'ADVERT-DIRECTION': 'direction',
  // refusedTrigger (advanced/price-conditions/triggers.ts) decides which of the two levels it is.
  'TRIGGER-LEVEL': 'advertisingTrigger',
  'TRIGGER-ORDER': 'knockoutTrigger',
  'TRIGGER-INDEX': 'indexRelativeKOTrigger',
  'TRIGGER-RATING': 'advertisingTriggerActivated',
  'TRIGGER-SATISFIED': 'advertisingTriggerActivated',
  'TRIGGER-FROZEN': 'advertisingTriggerActivated',
}

export const refusedField = (errorCode: string): TermName | null => fieldOfCode[errorCode] ?? null
