import type { Advert } from '@aitai/contract/schemas/adverts.ts'

/** Whether an IOI of a past day was neither completed nor cancelled. A draft was never sent. */
export const isUnfinished = ({
  advertisementStatus,
  causeOfDeath,
}: Pick<Advert, 'advertisementStatus' | 'causeOfDeath'>): boolean =>
  advertisementStatus !== 'COMPLETED' &&
  advertisementStatus !== 'UNSENT' &&
  causeOfDeath !== 'CANCELLED_BY_USER' &&
  causeOfDeath !== 'CANCELLED_BY_OPERATOR'
