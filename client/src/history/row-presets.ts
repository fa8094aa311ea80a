import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { isOpen } from '@aitai/engine/model/advert.ts'

/** The sets of rows that traders filter for most: live, agreed, unanswered. */
export const rowPresets = ['all', 'open', 'agreed', 'missed'] as const
export type RowPreset = (typeof rowPresets)[number]

/**
 * Whether an advert belongs to a set of rows.
 * @param missed adverts with a locate that their owner has not answered
 */
export function passesPreset(
  advert: Pick<Advert, 'id' | 'advertisementStatus'>,
  preset: RowPreset,
  missed: ReadonlySet<string>,
): boolean {
  switch (preset) {
    case 'all':
      return true
    case 'open':
      return isOpen(advert)
    case 'agreed':
      return advert.advertisementStatus === 'COMPLETED'
    case 'missed':
      return missed.has(advert.id)
  }
}
