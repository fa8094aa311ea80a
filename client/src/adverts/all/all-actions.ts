import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { advertCan } from '@aitai/engine/adverts/status-actions.ts'
import { isInLocate } from '@aitai/engine/model/advert.ts'

/** What can be done with all IOIs at once. */
export const allActions = ['pause', 'resume', 'cancel'] as const
export type AllAction = (typeof allActions)[number]

/**
 * The key of each action. Function keys work while a field is edited; each only opens a confirmation, so that
 * a wrong key does nothing.
 */
export const allActionKeys: Readonly<Record<AllAction, string>> = {
  pause: 'F9',
  resume: 'Shift+F9',
  cancel: 'Ctrl+F9',
}

/** The action of a key press, or null. */
export function actionOfKey({
  key,
  shiftKey,
  ctrlKey,
  altKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>): AllAction | null {
  if (key !== 'F9' || altKey || metaKey || (shiftKey && ctrlKey)) return null
  if (ctrlKey) return 'cancel'
  return shiftKey ? 'resume' : 'pause'
}

/** The IOIs to which an action applies. The server decides again when it is sent. */
export const concernedAdverts = <Each extends Pick<Advert, 'advertisementStatus'>>(
  action: AllAction,
  adverts: readonly Each[],
): readonly Each[] => adverts.filter((advert) => advertCan(action, advert))

/** The number of IOIs in an open locate, to which no action applies. */
export const locatedCount = (adverts: readonly Pick<Advert, 'advertisementStatus'>[]): number =>
  adverts.filter(isInLocate).length
